import type { Prisma } from "@/generated/prisma/client";
import { lockEnrollmentStatus } from "@/lib/decisions/standing";
import { voidUnnotified } from "@/lib/decisions/undo";
import { multiEnrollmentKinds } from "@/lib/mail/kinds";
import { deleteMailboxMessages } from "@/lib/mail/mailbox";
import { type RecordedActor, writeAuditEntry } from "@/lib/people/audit";
import type { Day } from "@/lib/platform/dates";
import { classifyDatabaseError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/logger";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { emptyPeople } from "./empty";
import { getErasureListPath, appendErasures, readErasures } from "./erasure-list";
import { type ErasurePlan, planErasure, type WithChildren } from "./erasure-plan";

/** `only_guardian` names the enrollments of the children who would be left without any guardian. */
export class ErasureError extends Error {
  constructor(
    readonly code: "unknown_person" | "only_guardian",
    readonly references: string[] = [],
  ) {
    super(code);
    this.name = "ErasureRefusal";
  }
}

/**
 * Forgets a person, at once: the row is emptied in place, so that e-mail and document are free for somebody
 * else; password, sessions, links, notes, own words and the values of the record go; reference, state,
 * choices and counts of the enrollments stay. What has not been told yet is void.
 *
 * @returns what went, as ids and references
 * @throws ErasureRefusal
 */
export async function erasePerson(
  personId: string,
  { actor, withChildren = false, now }: { actor: RecordedActor; withChildren?: WithChildren; now: Date },
): Promise<ErasurePlan> {
  const today = getToday((await getSettings()).time_zone, now);
  const { plan, messages } = await withDeadlockRetry((tx) =>
    eraseInTransaction(tx, personId, { actor, withChildren, today, now }),
  );
  await appendErasures(plan.people, now);
  await deleteMailboxMessages(messages);
  logger.info({ people: plan.people }, "erased");
  return plan;
}

type EraseOptions = { actor: RecordedActor; withChildren: WithChildren; today: Day; now: Date };

async function eraseInTransaction(
  tx: Prisma.TransactionClient,
  personId: string,
  { actor, withChildren, today, now }: EraseOptions,
) {
  await lockPeople(tx, personId);
  await lockEnrollments(tx, personId);
  const plan = await planErasure(tx, personId, { today, withChildren });
  if (!plan) throw new ErasureError("unknown_person");
  if (plan.onlyGuardianOf.length > 0) throw new ErasureError("only_guardian", plan.onlyGuardianOf);
  for (const reference of plan.references)
    await voidUnnotified(tx, await lockEnrollmentStatus(tx, { reference }), actor, now);
  const messages = await emptyPeople(tx, plan, now);
  for (const id of plan.people)
    await writeAuditEntry(tx, { actor, action: "erased", object: { kind: "person", id } });
  return { plan, messages };
}

/** Of two that wait for each other PostgreSQL ends one: an erasure begins again. */
async function withDeadlockRetry<Result>(work: (tx: Prisma.TransactionClient) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await prisma().$transaction(work);
    } catch (error) {
      if (tries === TRIES || classifyDatabaseError(error) !== "conflict") throw error;
    }
  }
}

const TRIES = 3;

/**
 * Makes up for a process that ended between an erasure and what follows it outside the database: the list that
 * outlives a restored backup, and messages in the mailbox; in every sandbox. Returns how many were not on the list.
 */
export async function finishErasures(now: Date): Promise<number> {
  const listed = new Set(await readErasures(getErasureListPath()));
  const erased = await prisma().$queryRaw<{ id: string }[]>`
    select id::text from all_people where erased_at is not null`;
  const missing = erased.map(({ id }) => id).filter((id) => !listed.has(id));
  if (missing.length === 0) return 0;
  const messages = await prisma().$queryRaw<{ id: string }[]>`
    select m.id::text from all_mail_messages m left join all_enrollments e on e.id = m.enrollment_id
    where m.person_id = any(${missing}::uuid[]) or e.student_id = any(${missing}::uuid[])
      or m.kind::text = any(${multiEnrollmentKinds}) and m.tells is null`; // named one of them beside a brother or sister
  await deleteMailboxMessages(messages.map(({ id }) => id));
  await appendErasures(missing, now);
  return missing.length;
}

/** Nobody enrolls them or a child of theirs again meanwhile (the locks of lib/enrollment's two doors). */
async function lockPeople(tx: Prisma.TransactionClient, personId: string) {
  for (const kind of ["person", "student"])
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${personId}`}, 0))`;
  await tx.$executeRaw`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended('student ' || student_id, 0) as key from guardianships
      where guardian_id = ${personId}::uuid order by key) as ordered`;
}

/** Whoever decides on, tells of or erases around the same enrollments comes before or after, never in between. */
async function lockEnrollments(tx: Prisma.TransactionClient, personId: string) {
  await tx.$queryRaw`
    select 1 from enrollments where student_id = ${personId}::uuid or student_id in (
      select student_id from guardianships where guardian_id = ${personId}::uuid)
    order by reference for update`;
}
