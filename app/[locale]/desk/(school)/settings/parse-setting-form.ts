import { getLocale } from "next-intl/server";
import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { DomainError } from "@/lib/people/verb";
import { assertFormData } from "@/lib/platform/page-request";
import { getSettingControl, settingNames } from "@/lib/school/settings";
import { parseCountries } from "./countries";

const text = z.string().default("");

const settingForm = z.object({ setting: z.enum(settingNames, "gone"), was: text, intent: text });

/**
 * For `parseSettingText`; the control is named after the setting.
 * @throws DomainError
 */
export async function parseSettingForm(form: FormData) {
  const { setting: name, was, intent } = parseForm(form, settingForm);
  const { [name]: typed = "" } = parseForm(form, z.object({ [name]: text }));
  const isList = getSettingControl(name).kind === "countries";
  return { name, text: isList ? countries(typed, await getLocale()) : typed, was, intent };
}

function countries(typed: string, locale: string): string {
  const { codes, unknown } = parseCountries(typed, locale);
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
export async function parseLogoForm(form: FormData) {
  assertFormData(form);
  if (form.get("intent") === "none") return { logo: "none" as const };
  const file = form.get("logo");
  if (!(file instanceof File) || file.size === 0) throw new DomainError({ field: "logo", code: "required" });
  return { logo: new Uint8Array(await file.arrayBuffer()) };
}
