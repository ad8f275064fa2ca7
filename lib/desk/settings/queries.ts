import { findLastChange, findLastChanges, type LastChange } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { formatSettingText, type SettingName, settingNames, settingSchemas } from "@/lib/school/settings";

export type SettingDetails = { name: SettingName; text: string; last: LastChange | undefined };

/** All settings, with the last change of each and of the logo (desk 30). */
export async function readSettingDetails(actor: Actor) {
  requirePermission(actor, "change_settings");
  const [rows, changes, logoChange] = await Promise.all([
    prisma().setting.findMany({ select: { key: true, value: true } }),
    findLastChanges("setting"),
    findLastChange({ objectKind: "school", objectId: "logo" }),
  ]);
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  const settings = new Map<SettingName, SettingDetails>(
    settingNames.map((name) => {
      const text = formatSettingText(name, settingSchemas[name].parse(stored.get(name) ?? undefined));
      return [name, { name, text, last: changes.get(name) }];
    }),
  );
  return { settings, logoChange };
}
