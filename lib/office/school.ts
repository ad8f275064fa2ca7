import { recorded, settingChanged, writeEntry } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { removeLogo, saveLogo } from "@/lib/school/logo";
import { type SettingName, writeSetting } from "@/lib/school/settings";

/** Changes one of the school's settings; that it was changed is recorded. @throws StaffRefusal, ZodError */
export async function changeSetting(actor: Actor, name: SettingName, value: unknown): Promise<void> {
  demand(actor, "change_settings");
  await writeSetting(name, value, settingChanged(recorded(actor)));
}

/** Makes a file the school's logo. @returns its type and size */
export async function changeLogo(actor: Actor, bytes: Buffer) {
  demand(actor, "change_settings");
  return saveLogo(bytes, logoChanged(actor));
}

/** The school shows its name alone from then on. */
export async function takeLogoAway(actor: Actor): Promise<void> {
  demand(actor, "change_settings");
  await removeLogo(logoChanged(actor));
}

const logoChanged =
  (actor: Actor): Parameters<typeof removeLogo>[0] =>
  (tx, action) =>
    writeEntry(tx, { actor: recorded(actor), action, object: { kind: "school", id: "logo" } });
