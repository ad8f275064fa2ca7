import { prisma } from "@/lib/platform/prisma";

/** What may be told of a value in the record to whoever it is about: how things stood, never the other guardian's data. */
const VISIBLE_VALUES = ["state", "label", "priority"];

/** Decisions stand in the copy once they are told (desk 23); these entries would tell of them before. */
const DECISION_ACTIONS = ["decided", "decision_undone", "decision_void"];

/** Whoever is kept apart is not told that the other guardian asked for it (desk 13). */
const KEPT_APART_ACTIONS = ["guardian_kept_apart", "guardian_told_again"];

/**
 * What the record says about a person and these enrollments: what was done and when, and in which hours staff
 * opened the enrollment's page. Who it was stays inside the school: the person is told the role.
 */
export async function readAuditAbout(personId: string, references: string[]) {
  const untold = await prisma().enrollment.findMany({
    where: { reference: { in: references }, decisions: { some: { status: "untold" } } },
    select: { reference: true },
  });
  const [entries, accesses] = await Promise.all([
    prisma().auditEntry.findMany({
      where: {
        action: { notIn: [...DECISION_ACTIONS, ...KEPT_APART_ACTIONS] },
        NOT: { action: "priority_set", objectId: { in: untold.map(({ reference }) => reference) } },
        OR: [
          { objectKind: "enrollment", objectId: { in: references } },
          { objectKind: "person", objectId: personId },
        ],
      },
      orderBy: { id: "asc" },
      select: {
        at: true,
        actorKind: true,
        action: true,
        objectId: true,
        values: { where: { name: { in: VISIBLE_VALUES } }, select: { name: true, old: true, new: true } },
      },
    }),
    prisma().accessEntry.findMany({
      where: { enrollment: { reference: { in: references } } },
      orderBy: { hour: "asc" },
      select: {
        hour: true,
        member: { select: { role: true } },
        enrollment: { select: { reference: true } },
      },
    }),
  ]);
  return {
    entries: entries.map(({ at, actorKind, action, objectId, values }) => ({
      at: at.toISOString(),
      by: actorKind,
      action,
      about: objectId === personId ? "person" : objectId,
      values,
    })),
    opened: accesses.map(({ hour, member, enrollment }) => ({
      hour: hour.toISOString(),
      by: member.role,
      reference: enrollment.reference,
    })),
  };
}
