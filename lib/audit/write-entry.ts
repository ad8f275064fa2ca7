import type { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/staff/rights";

/** Who did it; of a command that is whoever has a shell on the school's machine, of a key its integrator. */
export type RecordedActor =
  | { kind: "staff"; id: string }
  | { kind: "family"; id: string }
  | { kind: "api_key" }
  | { kind: "command" }
  | { kind: "system" };

export const recorded = (actor: Actor): RecordedActor =>
  actor.kind === "staff" ? { kind: "staff", id: actor.id } : { kind: "command" };

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

/** Adds an entry to the record, in the transaction that writes what the entry tells (desk 31). */
export async function writeEntry(tx: Prisma.TransactionClient, entry: Entry): Promise<void> {
  const { actor, action, object, values = {} } = entry;
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

const text = (value: Value) => (value === null || value === undefined ? null : String(value));
