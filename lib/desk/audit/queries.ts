import type { Prisma } from "@/generated/prisma/client";
import { type AuditLogEntry, auditColumns } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { isUuid } from "@/lib/platform/schema";
import { whereInDays } from "@/lib/school/settings";

/** Actors other than staff: a command, a family, the service. */
export const otherActors = ["command", "family", "system"] as const;

export type AuditFilters = {
  /** A member's id or one of `otherActors`. */
  who?: string;
  action?: string;
  from?: Day;
  until?: Day;
};

const PAGE_SIZE = 50;

/** Fifty audit entries before the entry `before`, newest first; `next` is the cursor of the next page (desk 31). */
export async function listAuditEntries(
  actor: Actor,
  filters: AuditFilters,
  before?: bigint,
): Promise<{ entries: AuditLogEntry[]; next?: string }> {
  requirePermission(actor, "read_audit");
  const rows = await prisma().auditEntry.findMany({
    where: {
      ...(filters.who && whereActor(filters.who)),
      ...(filters.action && { action: filters.action }),
      ...(before && { id: { lt: before } }),
      at: await whereInDays(filters),
    },
    orderBy: { id: "desc" },
    take: PAGE_SIZE + 1,
    select: auditColumns,
  });
  const entries = rows.slice(0, PAGE_SIZE);
  return { entries, next: rows.length > PAGE_SIZE ? entries.at(-1)?.id.toString() : undefined };
}

/** Page views of enrollments by member and hour, newest first (desk 18); `next` is the cursor of the next page. */
export async function listPageViews(
  actor: Actor,
  { who, from, until }: AuditFilters,
  cursor?: PageViewCursor,
) {
  requirePermission(actor, "read_audit");
  const rows = await prisma().accessEntry.findMany({
    where: { ...(who && { memberId: isUuid(who) ? who : NOBODY }), hour: await whereInDays({ from, until }) },
    orderBy: [{ hour: "desc" }, { enrollmentId: "asc" }, { memberId: "asc" }],
    ...(cursor && { cursor: { enrollmentId_memberId_hour: cursor }, skip: 1 }),
    take: PAGE_SIZE + 1,
    select: { hour: true, memberId: true, enrollmentId: true, enrollment: { select: { reference: true } } },
  });
  const accesses = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? accesses.at(-1) : undefined;
  return {
    accesses,
    next: last && { enrollmentId: last.enrollmentId, memberId: last.memberId, hour: last.hour },
  };
}

type PageViewCursor = { enrollmentId: string; memberId: string; hour: Date };

/** Filter options: every past and present member, and every action in the log. */
export async function getAuditFilterOptions(actor: Actor) {
  requirePermission(actor, "read_audit");
  const [members, actions] = await Promise.all([
    prisma().staffMember.findMany({
      orderBy: { email: "asc" },
      select: { id: true, name: true, email: true },
    }),
    prisma().auditEntry.groupBy({ by: ["action"], orderBy: { action: "asc" } }),
  ]);
  return {
    members: members.map(({ id, name, email }) => ({ id, name: name ?? email })),
    actions: actions.map(({ action }) => action),
  };
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

function whereActor(actor: string): Prisma.AuditEntryWhereInput {
  const actorKind = otherActors.find((kind) => kind === actor);
  return actorKind ? { actorKind } : { actorKind: "staff", actorId: isUuid(actor) ? actor : NOBODY };
}
