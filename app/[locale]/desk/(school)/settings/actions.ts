"use server";

import { getLocale } from "next-intl/server";
import { z } from "zod";
import { optionalText, parseForm } from "@/app/[locale]/_lib/parse-form";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { parseCountries } from "@/app/[locale]/desk/(school)/settings/countries";
import { catchConflict } from "@/app/[locale]/desk/catch-conflict";
import { changeLogo, changeSetting } from "@/lib/desk/settings/verbs";
import { requirePermission } from "@/lib/people/staff/permissions";
import { DomainError } from "@/lib/people/verb";
import { assertFormData } from "@/lib/platform/page-request";
import { getSettingControl, settingNames } from "@/lib/school/settings";

const settingForm = z.object({
  setting: z.enum(settingNames, "gone"),
  was: optionalText,
  intent: optionalText,
});

/**
 * For `parseSettingText`; the control is named after the setting.
 * @throws DomainError
 */
async function parseSettingForm(form: FormData) {
  const { setting: name, was, intent } = parseForm(form, settingForm);
  const { [name]: input = "" } = parseForm(form, z.object({ [name]: optionalText }));
  const isList = getSettingControl(name).kind === "countries";
  return { name, text: isList ? toCountryCodes(input, await getLocale()) : input, was, intent };
}

function toCountryCodes(input: string, locale: string): string {
  const { codes, unknown } = parseCountries(input, locale);
  if (unknown !== undefined)
    throw new DomainError({
      field: "supported_countries",
      code: "countries_unknown",
      values: { name: unknown },
    });
  return codes.join(",") || "all";
}

/**
 * Undefined removes the logo.
 * @throws DomainError if no file was chosen
 */
async function parseLogoForm(form: FormData) {
  assertFormData(form);
  if (form.get("intent") === "none") return { logo: "none" as const };
  const file = form.get("logo");
  if (!(file instanceof File) || file.size === 0) throw new DomainError({ field: "logo", code: "required" });
  return { logo: new Uint8Array(await file.arrayBuffer()) };
}

/** Saves a setting; `intent=look` previews it. */
export const saveSettingAction = createStaffAction(async ({ actor }, form) => {
  const { intent, ...setting } = await parseSettingForm(form);
  if (intent === "look") return {};
  const save = async () => {
    await changeSetting(setting, actor);
    return { redirect: `/desk/settings?said=setting&saidOf=${setting.name}` };
  };
  return catchConflict(form, actor, save, true);
});

/** Sets or removes the logo. */
export const saveLogoAction = createStaffAction(async ({ actor }, form) => {
  requirePermission(actor, "change_settings"); // before the file is read
  await changeLogo(await parseLogoForm(form), actor);
  return { redirect: "/desk/settings?said=setting&saidOf=logo" };
});
