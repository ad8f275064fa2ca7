import type { Prisma } from "@/generated/prisma/client";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { readMemberNames } from "@/lib/people/staff/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { formatSettingText, type SettingName, settingNames, settingSchemas } from "@/lib/school/settings";

/** The last change: time, actor (name of a member), and the old value. */
export type LastChange = { at: Date; by: string; name: string | undefined; old: string | undefined };

export type SettingDetails = { name: SettingName; text: string; last: LastChange | undefined };

type Tx = Prisma.TransactionClient;

const entryColumns = {
  objectId: true,
  at: true,
  actorKind: true,
  actorId: true,
  values: { where: { name: "value" }, select: { old: true } },
} satisfies Prisma.AuditEntrySelect;

type Entry = Prisma.AuditEntryGetPayload<{ select: typeof entryColumns }>;

export async function readSettingDetails(actor: Actor): Promise<Map<SettingName, SettingDetails>> {
  requirePermission(actor, "change_settings");
  const [rows, entries] = await Promise.all([
    prisma().setting.findMany({ select: { key: true, value: true } }),
    prisma().auditEntry.findMany({
      where: { objectKind: "setting" },
      distinct: ["objectId"],
      orderBy: { id: "desc" },
      select: entryColumns,
    }),
  ]);
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  const changes = new Map(
    (await toLastChanges(prisma(), entries)).map((change, index) => [entries[index]?.objectId, change]),
  );
  return new Map(
    settingNames.map((name) => {
      const text = formatSettingText(name, settingSchemas[name].parse(stored.get(name) ?? undefined));
      return [name, { name, text, last: changes.get(name) }];
    }),
  );
}

export async function readLogoChange(actor: Actor): Promise<LastChange | undefined> {
  requirePermission(actor, "change_settings");
  return findLastChangeOf(prisma(), "school", "logo");
}

export async function findLastChangeOf(tx: Tx, objectKind: string, objectId: string) {
  const entry = await tx.auditEntry.findFirst({
    where: { objectKind, objectId },
    orderBy: { id: "desc" },
    select: entryColumns,
  });
  const [change] = entry ? await toLastChanges(tx, [entry]) : [];
  return change;
}

async function toLastChanges(tx: Tx, entries: Entry[]): Promise<LastChange[]> {
  const names = await readMemberNames(
    entries.map(({ actorId }) => actorId),
    tx,
  );
  return entries.map(({ at, actorKind, actorId, values }) => ({
    at,
    by: actorKind,
    name: names.get(actorId),
    old: values[0]?.old ?? undefined,
  }));
}
