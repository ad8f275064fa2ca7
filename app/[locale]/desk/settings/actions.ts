"use server";

import { getTranslations } from "next-intl/server";
import type { FormAction } from "@/components/action/action-state";
import { changeLogo, changeSetting } from "@/lib/desk/settings/verbs";
import { requirePermission } from "@/lib/people/staff/permissions";
import { asStaff } from "../act";
import { orOvertaken } from "../or-overtaken";
import { readLogo, readSetting } from "./schema";

/** Saves one setting; with `intent=look` its page shows what it would look like. */
export const settingAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { intent, ...wanted } = await readSetting(form);
    if (intent === "look") return {};
    return orOvertaken(form, await overtakenWords(), async () => {
      await changeSetting(wanted, actor);
      return { goTo: `/desk/settings?said=setting&saidOf=${wanted.name}` };
    });
  });

async function overtakenWords() {
  const t = await getTranslations("desk.settings");
  return (who: string, now: string) => t("overtaken", { who, now: now || t("none") });
}

/** Shows another logo, or none. */
export const logoAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    requirePermission(actor, "change_settings"); // before the file is read
    await changeLogo(await readLogo(form), actor);
    return { goTo: "/desk/settings?said=setting&saidOf=logo" };
  });
