import { appendFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Prisma } from "@/generated/prisma/client";
import { lockEnrollmentStatus } from "@/lib/decisions/status";
import { voidUnnotified } from "@/lib/decisions/writes";
import type { Locale } from "@/lib/i18n/locales";
import { multiEnrollmentKinds } from "@/lib/mail/mail-kinds";
import { deleteMailboxMessages } from "@/lib/mail/mailbox";
import { enqueueMessage } from "@/lib/mail/writes";
import { type RecordedActor, writeAuditEntry } from "@/lib/people/audit-log";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDate, toDay } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { classifyDatabaseError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/logger";
import { getToday, withSandbox } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { type ErasurePlan, planErasure, type WithChildren } from "./queries";
import { emptyPeople } from "./writes";

/** Beside the database, so that an erasure outlives the restore of an older backup; ids, nothing personal. */
export const getErasureListPath = () => path.join(env.DATA_DIR, "erasures");

const LINE = /^\S+ ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The people whom such a list names; this machine's own may not be there yet. */
export async function readErasures(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT" && file === getErasureListPath()) return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => LINE.exec(line)?.[1] ?? []);
}

/** `only_guardian` names the enrollments of the children who would be left without any guardian. */
export class ErasureError extends Error {
  constructor(
    readonly code: "unknown_person" | "only_guardian",
    readonly references: string[] = [],
  ) {
    super(code);
    this.name = "ErasureError";
  }
}

/**
 * Forgets a person, at once: the row is emptied in place, so that e-mail and document are free for somebody
 * else; password, sessions, links, notes, own words and the values of the record go; reference, state,
 * choices and counts of the enrollments stay. What has not been told yet is void.
 *
 * @returns what went, as ids and references
 * @throws ErasureError
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

type EraseOptions = { actor: RecordedActor; withChildren: WithChildren; today: Day; now: Date };

const TRIES = 3;

/**
 * Erases anew whoever a list of erasures names and an older backup has brought back; where none is back it
 * costs one query.
 *
 * @param file by default this machine's own list
 * @returns how many came back and went again
 */
export async function replayErasures(now: Date, file = getErasureListPath()): Promise<number> {
  const named = await readErasures(file);
  if (named.length === 0) return 0;
  const back = await prisma().$queryRaw<{ id: string; sandboxId: number }[]>`
    select id::text, sandbox_id as "sandboxId" from all_people where id = any(${named}::uuid[]) and erased_at is null order by id`;
  for (const { id, sandboxId } of back) await withSandbox({ sandboxId }, () => eraseAgain(id, named, now));
  return back.length;
}

export type DataRequestKind = "access" | "erasure";

type DataRequest = { id: number; kind: DataRequestKind; askedAt: Date; dueOn: Day };

/**
 * Notes that somebody asks for their data or for their erasure; asked again while it is open, it is the same
 * request. The day by which it is answered is a month away (GDPR, article 12(3)).
 *
 * @param onCreated what a new request writes beside it, in its transaction
 */
export async function createDataRequest(
  kind: DataRequestKind,
  personId: string,
  now: Date,
  onCreated?: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<DataRequest> {
  const today = getToday((await getSettings()).time_zone, now);
  await prisma().$transaction(async (tx) => {
    const { count } = await tx.dataRequest.createMany({
      data: { kind, personId, createdAt: now, dueOn: toDate(addMonth(today)) },
      skipDuplicates: true,
    });
    if (count === 1) await onCreated?.(tx);
  });
  const open = await listOpenRequests(personId);
  return open.find((request) => request.kind === kind) as DataRequest;
}

/** A person asks for their own erasure: a message says so, whoever sat at their account. */
export async function requestErasure(personId: string, locale: Locale, now: Date): Promise<void> {
  await createDataRequest("erasure", personId, now, async (tx) => {
    await enqueueMessage(tx, { kind: "erasure_asked", personId, locale });
  });
}

/** Takes back a person's request for erasure that nobody has acted on. @returns false when there is none (any more) */
export async function withdrawErasureRequest(personId: string, now: Date): Promise<boolean> {
  const { count } = await prisma().dataRequest.updateMany({
    where: { personId, kind: "erasure", settledAt: null },
    data: { settledAt: now, outcome: "taken_back" },
  });
  return count === 1;
}

/** What a person has asked for and has no answer to yet, the first asked first. */
export async function listOpenRequests(personId: string): Promise<DataRequest[]> {
  const rows = await prisma().dataRequest.findMany({
    where: { personId, settledAt: null },
    orderBy: { id: "asc" },
    select: { id: true, kind: true, createdAt: true, dueOn: true },
  });
  return rows.map(({ id, kind, createdAt, dueOn }) => ({
    id,
    kind: kind as DataRequestKind,
    askedAt: createdAt,
    dueOn: toDay(dueOn),
  }));
}

async function appendErasures(people: string[], now: Date): Promise<void> {
  await mkdir(env.DATA_DIR, { recursive: true });
  const lines = people.map((id) => `${now.toISOString()} ${id}\n`);
  await appendFile(getErasureListPath(), lines.join(""), { mode: 0o600 });
}

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
async function withDeadlockRetry<Result>(
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await prisma().$transaction(work);
    } catch (error) {
      if (tries === TRIES || classifyDatabaseError(error) !== "conflict") throw error;
    }
  }
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

/**
 * Children who went with a guardian are in the list themselves, and may have gone with one just now, as may
 * anybody by another machine that starts. All others stay: in the older backup the second guardian may not
 * have confirmed yet.
 */
async function eraseAgain(id: string, named: string[], now: Date) {
  try {
    await erasePerson(id, { actor: { kind: "system" }, withChildren: named, now });
  } catch (error) {
    if (!(error instanceof ErasureError && error.code === "unknown_person")) throw error;
  }
}

/** The same day of the next month, or that month's last. */
function addMonth(day: Day): Day {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(new Date(Date.UTC(year, month, Math.min(date, last))));
}
