import type { Messages } from "next-intl";
import type { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/people/staff/permissions";
import { readMemberNames } from "@/lib/people/staff/queries";
import { prisma, type QueryRunner, toQueryRunner } from "@/lib/platform/database/prisma";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";

/** The actor of an entry. "command" means a person with a shell on the school's machine, "api_key" an integrator. */
export type RecordedActor =
  | { kind: "staff"; id: string }
  | { kind: "family"; id: string }
  | { kind: "api_key" }
  | { kind: "command" }
  | { kind: "system" };

export function toRecordedActor(actor: Actor): RecordedActor {
  if (actor.kind === "staff") return { kind: "staff", id: actor.id };
  return { kind: actor.kind === "sandbox" ? "api_key" : "command" };
}

type Value = string | number | null | undefined;

/** The actions; each must have a text in the messages of the activity log. */
export type AuditAction = keyof Messages["desk"]["record"]["actions"];

/** The name of a value, in the words of the activity log, of the catalogue or of the copy of one's data. */
type AuditValueName =
  | keyof Messages["desk"]["record"]["values"]
  | keyof Messages["desk"]["catalogue"]["columns"]
  | keyof typeof Prisma.PersonScalarFieldEnum
  | keyof typeof Prisma.EnrollmentScalarFieldEnum;

type AuditEntry = {
  actor: RecordedActor;
  action: AuditAction;
  object: {
    kind:
      | "api_key"
      | "bulk_action"
      | "catalogue"
      | "enrollment"
      | "label"
      | "legal_text"
      | "mail_sentence"
      | "reason"
      | "person"
      | "place"
      | "retention"
      | "round"
      | "school"
      | "school_year"
      | "setting"
      | "staff_member";
    id: string | number;
  };
  /** Old and new value by name; unchanged values are left out. */
  values?: { [name in AuditValueName]?: [old: Value, now: Value] };
};

/**
 * Adds an entry to the audit log in the transaction of the change (desk 31); nothing is logged for sandboxes.
 * Triggers leave out values about erased people and forbid changes (prisma/sql/functions:
 * leave_out_value_about_erased, refuse_change).
 */
export async function writeAuditEntry(tx: Prisma.TransactionClient, entry: AuditEntry): Promise<void> {
  if (getCurrentSandbox().sandboxId === LIVE) await insertAuditEntry(toQueryRunner(tx), entry);
}

/** An entry about a family's action on an enrollment. */
export const writeFamilyEntry = (
  tx: Prisma.TransactionClient,
  personId: string,
  action: AuditAction,
  reference: string,
  values: AuditEntry["values"] = {},
) =>
  writeAuditEntry(tx, {
    actor: { kind: "family", id: personId },
    action,
    object: { kind: "enrollment", id: reference },
    values,
  });

/** Like `writeAuditEntry`, for our own SQL in the live school. */
export async function insertAuditEntry(
  client: QueryRunner,
  { actor, action, object, values = {} }: AuditEntry,
): Promise<void> {
  const changed = Object.entries(values).filter(([, [old, current]]) => text(old) !== text(current));
  const rows = changed.map(([name, [old, current]]) => ({ name, old: text(old), new: text(current) }));
  const actorId = "id" in actor ? actor.id : null;
  await client.query(
    `with entry as (
       insert into audit_entries (actor_kind, actor_id, action, object_kind, object_id)
       values ($1, $2, $3, $4, $5) returning id)
     insert into audit_values (entry_id, name, old, new)
     select entry.id, value.name, value.old, value.new
     from entry, jsonb_to_recordset($6::jsonb) as value(name text, old text, new text)`,
    [actor.kind, actorId, action, object.kind, String(object.id), JSON.stringify(rows)],
  );
}

const text = (value: Value) => (value === null || value === undefined ? null : String(value));

export const auditColumns = {
  id: true,
  at: true,
  actorKind: true,
  actorId: true,
  action: true,
  objectKind: true,
  objectId: true,
  values: { orderBy: { name: "asc" }, select: { name: true, old: true, new: true } },
} satisfies Prisma.AuditEntrySelect;

export type AuditLogEntry = Prisma.AuditEntryGetPayload<{ select: typeof auditColumns }>;

/** The last change: the entry, its actor (name of a member), and the old value of an object with one. */
export type LastChange = Omit<AuditLogEntry, "actorKind" | "actorId"> & {
  by: string;
  name: string | undefined;
  old: string | undefined;
};

/**
 * The last change with an entry like this; with `time` the one then, from which the entry's own differs by the length of
 * a transaction.
 */
export async function findLastChange(
  where: Prisma.AuditEntryWhereInput,
  tx: Prisma.TransactionClient = prisma(),
  time?: Date,
): Promise<LastChange | undefined> {
  const query = { where, orderBy: { id: "desc" }, select: auditColumns } as const;
  const entries = await tx.auditEntry.findMany({ ...query, ...(!time && { take: 1 }) });
  const getDistance = ({ at }: { at: Date }) => (time ? Math.abs(at.getTime() - time.getTime()) : 0);
  const [nearest] = entries.sort((a, b) => getDistance(a) - getDistance(b));
  return nearest && (await toLastChanges([nearest], tx))[0];
}

/** The last change of each object of a kind, by the object's id. */
export async function findLastChanges(objectKind: AuditEntry["object"]["kind"]) {
  const entries = await prisma().auditEntry.findMany({
    where: { objectKind },
    distinct: "objectId",
    orderBy: { id: "desc" },
    select: auditColumns,
  });
  return new Map((await toLastChanges(entries)).map((change) => [change.objectId, change]));
}

async function toLastChanges(entries: AuditLogEntry[], tx?: Prisma.TransactionClient): Promise<LastChange[]> {
  const names = await readMemberNames(
    entries.map(({ actorId }) => actorId),
    tx,
  );
  return entries.map(({ actorKind, actorId, ...change }) => ({
    ...change,
    by: actorKind,
    name: names.get(actorId),
    old: change.values.find(({ name }) => name === "value")?.old ?? undefined,
  }));
}
