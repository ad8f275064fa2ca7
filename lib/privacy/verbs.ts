import { appendFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Prisma } from "@/generated/prisma/client";
import { lockEnrollmentStatus, lockPersonEnrollments } from "@/lib/decisions/status";
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
import { withSandbox } from "@/lib/platform/sandbox";
import { getSchoolToday } from "@/lib/school/settings";
import { type ErasurePlan, planErasure } from "./queries";
import { emptyPeople } from "./writes";

type WithChildren = Parameters<typeof planErasure>[2]["withChildren"];

/** Outside the database, so that an erasure survives the restore of an older backup. Contains only ids. */
const getErasureListPath = () => path.join(env.DATA_DIR, "erasures");

const LINE = /^\S+ ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/**
 * The ids in a list of erasures. This machine's own list may not exist yet, or end in half a line after a crash.
 * @throws Error for another file that is no such list
 */
async function readErasures(file: string): Promise<string[]> {
  const isOwn = file === getErasureListPath();
  const text = await readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT" && isOwn) return "";
    throw error;
  });
  const lines = text.split(/\r?\n/);
  const wrong = lines.findIndex((line) => line !== "" && !LINE.test(line));
  if (wrong >= 0 && !isOwn) throw new Error(`${file}, line ${wrong + 1}: this is no list of erasures.`);
  return lines.flatMap((line) => LINE.exec(line)?.[1] ?? []);
}

/** `only_guardian` has the references of children who would have no guardian left. */
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
 * Erases a person at once: empties the row in place, so that e-mail and document can be used again; deletes password,
 * sessions, links, notes, free texts and audit values. Keeps reference, state, choices and counts of enrollments.
 * Unannounced decisions become void.
 * @returns the erased ids and references
 * @throws ErasureError
 */
export async function erasePerson(
  personId: string,
  { actor, withChildren = false, now }: { actor: RecordedActor; withChildren?: WithChildren; now: Date },
): Promise<ErasurePlan> {
  const today = await getSchoolToday(now);
  const { plan, messages } = await withDeadlockRetry((tx) =>
    eraseInTransaction(tx, personId, { actor, withChildren, today, now }),
  );
  await appendErasures(plan.people, now);
  await deleteMailboxMessages(messages);
  logger.info({ people: plan.people }, "erased");
  return plan;
}

/**
 * Completes erasures after a crash: writes missing ids into the list, and deletes messages from the mailbox; in every
 * sandbox. Returns the number of missing ids.
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
      or m.kind::text = any(${multiEnrollmentKinds}) and m.tells is null`; // group messages that named one of them
  await deleteMailboxMessages(messages.map(({ id }) => id));
  await appendErasures(missing, now);
  return missing.length;
}

type EraseOptions = { actor: RecordedActor; withChildren: WithChildren; today: Day; now: Date };

const MAX_ATTEMPTS = 3;

/**
 * Erases people again whom an older backup has restored; costs one query when there are none.
 * @param file by default this machine's list
 * @returns how many
 */
export async function replayErasures(now: Date, file = getErasureListPath()): Promise<number> {
  const ids = await readErasures(file);
  if (ids.length === 0) return 0;
  const restored = await prisma().$queryRaw<{ id: string; sandboxId: number }[]>`
    select id::text, sandbox_id as "sandboxId" from all_people where id = any(${ids}::uuid[]) and erased_at is null order by id`;
  for (const { id, sandboxId } of restored) await withSandbox({ sandboxId }, () => eraseAgain(id, ids, now));
  return restored.length;
}

type DataRequestKind = "access" | "erasure";

type DataRequest = { id: number; kind: DataRequestKind; askedAt: Date; dueOn: Day };

/**
 * Saves a request for data access or erasure; a repeated one returns the open request. It must be answered within a
 * month (GDPR, article 12(3)).
 * @param onCreated writes in the transaction of a new request
 */
export async function createDataRequest(
  kind: DataRequestKind,
  personId: string,
  now: Date,
  onCreated?: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<DataRequest> {
  const today = await getSchoolToday(now);
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

/** Saves a person's request for erasure and sends a message, in case somebody else used the account. */
export async function requestErasure(personId: string, locale: Locale, now: Date): Promise<void> {
  await createDataRequest("erasure", personId, now, async (tx) => {
    await enqueueMessage(tx, { kind: "erasure_asked", personId, locale });
  });
}

/** Withdraws an open request for erasure. @returns false without one */
export async function withdrawErasureRequest(personId: string, now: Date): Promise<boolean> {
  const { count } = await prisma().dataRequest.updateMany({
    where: { personId, kind: "erasure", settledAt: null },
    data: { settledAt: now, outcome: "taken_back" },
  });
  return count === 1;
}

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
  await lockPersonEnrollments(tx, personId);
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

/** Retries after a deadlock. */
async function withDeadlockRetry<Result>(
  write: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await prisma().$transaction(write);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || classifyDatabaseError(error) !== "conflict") throw error;
    }
  }
}

/** Takes the locks of lib/enrollment, so that nobody enrolls them or their children meanwhile. */
async function lockPeople(tx: Prisma.TransactionClient, personId: string) {
  for (const kind of ["person", "student"])
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${personId}`}, 0))`;
  await tx.$executeRaw`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended('student ' || student_id, 0) as key from guardianships
      where guardian_id = ${personId}::uuid order by key) as ordered`;
}

/**
 * Erases a person again. Children are in the list themselves and may be erased already, by their guardian or another
 * machine. Other children stay: in an older backup the second guardian may be unconfirmed.
 */
async function eraseAgain(id: string, ids: string[], now: Date) {
  try {
    await erasePerson(id, { actor: { kind: "system" }, withChildren: ids, now });
  } catch (error) {
    if (!(error instanceof ErasureError && error.code === "unknown_person")) throw error;
  }
}

/** The same day of the next month, or its last day. */
function addMonth(day: Day): Day {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(new Date(Date.UTC(year, month, Math.min(date, last))));
}
