import { findLastChanges, type LastChange } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { formatSettingText, type SettingName, settingNames, settingSchemas } from "@/lib/school/settings";

export type SettingDetails = { name: SettingName; text: string; last: LastChange | undefined };

export async function readSettingDetails(actor: Actor): Promise<Map<SettingName, SettingDetails>> {
  requirePermission(actor, "change_settings");
  const [rows, changes] = await Promise.all([
    prisma().setting.findMany({ select: { key: true, value: true } }),
    findLastChanges("setting"),
  ]);
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  return new Map(
    settingNames.map((name) => {
      const text = formatSettingText(name, settingSchemas[name].parse(stored.get(name) ?? undefined));
      return [name, { name, text, last: changes.get(name) }];
    }),
  );
}
