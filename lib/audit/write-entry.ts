import type { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/staff/rights";
import { LIVE } from "@/lib/worlds";

/** Who did it; of a command that is whoever has a shell on the school's machine, of a key its integrator. */
export type RecordedActor =
  | { kind: "staff"; id: string }
  | { kind: "family"; id: string }
  | { kind: "api_key" }
  | { kind: "command" }
  | { kind: "system" };

export function recorded(actor: Actor): RecordedActor {
  if (actor.kind === "staff") return { kind: "staff", id: actor.id };
  return { kind: actor.kind === "sandbox" ? "api_key" : "command" };
}

type Value = string | number | null | undefined;

type Entry = {
  actor: RecordedActor;
  /** What was done, as a word of `desk.audit.actions`. */
  action: string;
  object: {
    kind: "bulk_action" | "enrollment" | "person" | "place" | "retention" | "school_year" | "staff_member";
    id: string | number;
  };
  /** Each thing's name with what it was and what it is now; what stayed the same is left out. */
  values?: Record<string, [old: Value, now: Value]>;
};

/**
 * Adds an entry to the record, in the transaction that writes what the entry tells (desk 31). The record is the
 * school's: what happens in a sandbox is not in it.
 */
export async function writeEntry(tx: Prisma.TransactionClient, entry: Entry): Promise<void> {
  const { actor, action, object, values = {} } = entry;
  if (await isOfSandbox(tx, object)) return;
  const changed = Object.entries(values).filter(([, [old, now]]) => text(old) !== text(now));
  await tx.auditEntry.create({
    data: {
      actorKind: actor.kind,
      actorId: "id" in actor ? actor.id : null,
      action,
      objectKind: object.kind,
      objectId: String(object.id),
      values: { create: changed.map(([name, [old, now]]) => ({ name, old: text(old), new: text(now) })) },
    },
    select: { id: true },
  });
}

async function isOfSandbox(tx: Prisma.TransactionClient, { kind, id }: Entry["object"]): Promise<boolean> {
  if (kind === "enrollment")
    return (await tx.enrollment.count({ where: { reference: String(id), test: true } })) > 0;
  if (kind !== "person") return false;
  return (await tx.person.count({ where: { id: String(id), sandboxId: { not: LIVE } } })) > 0;
}

const text = (value: Value) => (value === null || value === undefined ? null : String(value));
