"use server";

import { runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import { catchConflict } from "@/app/[locale]/desk/catch-conflict";
import type { FormAction } from "@/components/forms/action-state";
import { changeLogo, changeSetting } from "@/lib/desk/settings/verbs";
import { requirePermission } from "@/lib/people/staff/permissions";
import { parseLogoForm, parseSettingForm } from "./parse-setting-form";

/** Saves a setting; `intent=look` previews it. */
export const saveSettingAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const { intent, ...wanted } = await parseSettingForm(form);
    if (intent === "look") return {};
    const save = async () => {
      await changeSetting(wanted, actor);
      return { goTo: `/desk/settings?said=setting&saidOf=${wanted.name}` };
    };
    return catchConflict(form, save, true);
  });

/** Sets or removes the logo. */
export const saveLogoAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    requirePermission(actor, "change_settings"); // before the file is read
    await changeLogo(await parseLogoForm(form), actor);
    return { goTo: "/desk/settings?said=setting&saidOf=logo" };
  });
