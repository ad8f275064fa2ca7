import { z } from "zod";
import { ConflictError } from "@/lib/office/overtaken";
import { findLastChangeOf } from "@/lib/office/settings";
import { type ActionIssue, defineLooseAction, ActionError } from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/changes";
import { deleteLogo, readLogoFileName, saveLogo } from "@/lib/school/logo";
import type { Logo } from "@/lib/school/read-logo";
import { type SettingControl, getSettingControl, parseSettingText, formatSettingText } from "@/lib/school/setting-text";
import { type SettingName, settingNames, settingSchemas, saveSetting } from "@/lib/school/settings";
import { readUploadedFile } from "./uploaded-file";

/**
 * Changes one of the school's settings (desk 30).
 * @throws Overtaken where it is not what `was` says, Refused
 */
export const changeSetting = defineLooseAction(
  "setting_changed",
  "change_settings",
  z.object({
    name: z.enum(settingNames, "gone"),
    /** As `settingFrom` takes it. */
    text: z.string(),
    /** What the page showed. */
    was: z.string().optional(),
  }),
  async ({ inTransaction }, { name, text, was }) => {
    const value = parseSettingText(name, text);
    if (!settingSchemas[name].safeParse(value).success) throw new ActionError(wrong(name));
    await inTransaction(async ({ tx, audit }) => {
      const [old, now] = (await saveSetting(tx, name, value)).map((value) => formatSettingText(name, value));
      if (was !== undefined && was !== old && now !== old)
        throw new ConflictError(name, old as string, await findLastChangeOf(tx, "setting", name));
      if (old !== now) await audit({ kind: "setting", id: name }, { value: [old, now] });
    });
    invalidate("settings");
  },
);

const codes: Record<SettingControl["kind"], string> = {
  flag: "choice_needed",
  choice: "choice_needed",
  number: "number_between",
  line: "line_needed",
  countries: "countries_unknown",
  day: "date_invalid",
  color: "color_invalid",
  zone: "zone_unknown",
  email: "email_invalid",
  url: "url_invalid",
};

function wrong(name: SettingName): ActionIssue {
  const control = getSettingControl(name);
  const values = {
    ...("least" in control && { least: control.least }),
    ...("most" in control && { most: control.most }),
  };
  return { field: name, code: codes[control.kind], values };
}

/**
 * Makes a file the school's logo; with `none` the school shows its name alone from then on.
 * @returns its type and size @throws Refused, whose `why` says in English what is wrong with the file
 */
export const changeLogo = defineLooseAction(
  "logo_set",
  "change_settings",
  z.object({ logo: z.union([z.instanceof(Uint8Array), z.literal("none")], { error: "required" }) }),
  async ({ inTransaction }, { logo }) => {
    const file = logo === "none" ? undefined : await readUploadedFile<Logo>("logo", logo);
    await inTransaction(async ({ tx, audit }) => {
      const before = await readLogoFileName(tx);
      await (file ? saveLogo(tx, file) : deleteLogo(tx));
      const values = { file: [before, await readLogoFileName(tx)] as [string | null, string | null] };
      await audit({ kind: "school", id: "logo" }, values, file ? "logo_set" : "logo_removed");
    });
    invalidate("settings");
    return file && { type: file.type, width: file.width, height: file.height };
  },
);
