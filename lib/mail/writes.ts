import { randomUUID } from "node:crypto";
import { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";
import { getJobInsertSql, type QueueName } from "@/lib/platform/jobs";
import { getCurrentSandbox, getLockName, LIVE } from "@/lib/platform/sandbox";
import { getTraceparent } from "@/lib/platform/trace";
import { getSettings } from "@/lib/school/settings";
import { isDeliverable, toEmailKey } from "./addresses";
import { getMailKind, type MailKind } from "./mail-kinds";
import { revokeLinks } from "./mail-link";
import { mailDataSchema } from "./schema";
import { isKeptApart } from "./sql";

export const mailQueues = ["mail", "sandbox-mail"] as const satisfies QueueName[];

/** Sandboxes have their own queue, so that they never wait behind the provider's rate limit. */
export const getMailQueue = (sandboxId = getCurrentSandbox().sandboxId) =>
  mailQueues[sandboxId === LIVE ? 0 : 1];

/** The SQL that inserts jobs into the current sandbox's queue, for use within another statement. */
export const getMailJobsSql = () => getJobInsertSql(getMailQueue());

type NewMessage = Pick<
  Prisma.MailMessageUncheckedCreateInput,
  "kind" | "personId" | "locale" | "enrollmentId" | "tells" | "toEmail"
>;

/** Queues a message and its job in the caller's transaction; returns its id. */
export async function enqueueMessage(tx: Prisma.TransactionClient, message: NewMessage): Promise<string> {
  const [id] = await enqueueMessages(tx, [message]);
  return id as string;
}

export async function enqueueMessages(
  tx: Prisma.TransactionClient,
  messages: NewMessage[],
): Promise<string[]> {
  if (messages.length === 0) return [];
  const data = messages.map((message) => ({ id: randomUUID(), ...message }));
  await tx.mailMessage.createMany({ data });
  const jobs = data.map(({ id, kind }) => createJob({ id, kind }, id));
  await tx.$executeRawUnsafe(await getMailJobsSql(), JSON.stringify(jobs));
  return data.map(({ id }) => id);
}

/** Enqueues a job for a message, due now; an extra job does no harm. */
export async function enqueueMessageJob(
  tx: Prisma.TransactionClient,
  { sandboxId, ...message }: { id: string; kind: MailKind; sandboxId?: number },
) {
  const statement = await getJobInsertSql(getMailQueue(sandboxId));
  await tx.$executeRawUnsafe(statement, JSON.stringify([createJob(message, randomUUID())]));
}

/** A job's data: the message's id, and the trace in which it was queued. */
export const createJobData = (messageId: string) => ({
  messageId,
  traceparent: getTraceparent(),
});

/**
 * Changes a person's address in the caller's transaction. Links to the old one stop working. Queued messages are
 * failed and queued again with a new id, because the provider refuses another payload for a used idempotency key.
 * `taken` is the id of the person who has the address.
 */
export async function changeEmail(
  tx: Prisma.TransactionClient,
  personId: string,
  email: string,
  now: Date,
): Promise<{ requeued: number } | { taken: string }> {
  const key = toEmailKey(email);
  const lock = getLockName("email", key);
  // The lock that enrollments take; a unique violation would write the address into PostgreSQL's log.
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  const other = await tx.person.findFirst({
    where: { emailKey: key, id: { not: personId } },
    select: { id: true },
  });
  if (other) return { taken: other.id };
  await tx.person.update({ where: { id: personId }, data: { email, emailKey: key }, select: { id: true } });
  await revokeLinks(tx, [personId], now);
  return { requeued: await requeueMessages(tx, personId, now) };
}

const DAY_MS = 24 * 3600 * 1000;

/** Queues a message to a person's future address, in the caller's transaction; its link confirms the address. */
export async function sendEmailConfirmation(
  tx: Prisma.TransactionClient,
  personId: string,
  email: string,
  now: Date,
): Promise<void> {
  const { setup_link_days } = await getSettings();
  const change = { email, hash: null, createdAt: now, expiresAt: new Date(+now + setup_link_days * DAY_MS) };
  const { person } = await tx.emailChange.upsert({
    where: { personId },
    create: { personId, ...change },
    update: change,
    select: { person: { select: { locale: true } } },
  });
  if (!isDeliverable(email)) return;
  await enqueueMessage(tx, { kind: "confirm_email", personId, locale: person.locale, toEmail: email });
}

const listColumns = {
  id: true,
  kind: true,
  locale: true,
  state: true,
  attempts: true,
  lastError: true,
  createdAt: true,
  enrollment: { select: { reference: true } },
  person: { select: { name: true, surname: true, email: true } },
} satisfies Prisma.MailMessageSelect;

const UNDELIVERED = ["failed", "bounced", "complained"] as const;

type Listing = { failed: boolean; limit: number; search?: string };

/**
 * The newest messages, or only the undelivered ones: failed, bounced, complained.
 * @param search words of a name, address or reference; all must match
 */
export function listMessages({ failed, limit, search = "" }: Listing) {
  const words = search.split(/\s+/).filter(Boolean);
  return prisma().mailMessage.findMany({
    where: {
      ...(failed && { state: { in: [...UNDELIVERED] } }),
      AND: words.map((word) => {
        const contains = { contains: word, mode: "insensitive" as const };
        const person = { OR: [{ name: contains }, { surname: contains }, { email: contains }] };
        return { OR: [{ person }, { enrollment: { reference: contains } }] };
      }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: listColumns,
  });
}

const messageColumns = {
  ...listColumns,
  enrollmentId: true,
  tells: true,
  providerId: true,
  firstAttemptAt: true,
  lastAttemptAt: true,
  sentAt: true,
  delayedAt: true,
  deliveredAt: true,
  bouncedAt: true,
  complainedAt: true,
  failedAt: true,
  person: { select: { id: true, email: true, emailKey: true } },
} satisfies Prisma.MailMessageSelect;

/** A message with all its times, and the suppression of its address, if any. */
export async function getMessage(id: string, db: Prisma.TransactionClient = prisma()) {
  const message = await db.mailMessage.findUnique({ where: { id }, select: messageColumns });
  if (!message) return;
  const { emailKey } = message.person;
  const suppression = await db.mailSuppression.findFirst({
    where: { emailKey },
    select: { reason: true, createdAt: true },
  });
  return { ...message, suppression };
}

type ResendOutcome = "queued again" | "tried now" | "unknown" | "suppressed" | "no mailbox" | "kept apart";

/**
 * Sends a message again, in the caller's transaction: a queued one is tried now, any other is copied, with a new link
 * that replaces the old one. Refused while the address is suppressed, or the person kept apart.
 * @param record writes the audit entry, where nothing else does
 */
export async function resendInTransaction(
  tx: Prisma.TransactionClient,
  id: string,
  record?: (personId: string) => Promise<void>,
): Promise<{ outcome: ResendOutcome; id?: string }> {
  const message = await getMessage(id, tx);
  if (!message) return { outcome: "unknown" };
  const hadOtherRecipient = message.state !== "queued" && getMailKind(message.kind).hasOtherRecipient; // that address is not stored
  if (hadOtherRecipient || !isDeliverable(message.person.email)) return { outcome: "no mailbox" };
  if (message.suppression) return { outcome: "suppressed" };
  const { references } = mailDataSchema.optional().parse(message.tells ?? undefined) ?? {};
  const about = { personId: message.person.id, enrollmentId: message.enrollmentId, references };
  if (await isKeptApart(about, tx)) return { outcome: "kept apart" };
  await record?.(message.person.id);
  if (message.state === "queued") {
    await enqueueMessageJob(tx, message);
    return { outcome: "tried now", id };
  }
  const copy = await tx.mailMessage.findUniqueOrThrow({
    where: { id },
    select: { kind: true, personId: true, locale: true, enrollmentId: true, tells: true },
  });
  return {
    outcome: "queued again",
    id: await enqueueMessage(tx, { ...copy, tells: copy.tells ?? undefined }),
  };
}

/** The ids of failed messages without a later one of the same kind to the same person, oldest first. */
export async function listFailedMessages(): Promise<string[]> {
  const failed = await prisma().$queryRaw<{ id: string }[]>`
    select m.id from mail_messages m
    where m.state = 'failed'
      and coalesce(m.last_error, '') not in ('kept_apart', 'not_theirs') and not exists (
      select 1 from mail_messages later
      where later.person_id = m.person_id and later.kind = m.kind and later.created_at > m.created_at
        and later.enrollment_id is not distinct from m.enrollment_id
    )
    order by m.created_at`;
  return failed.map(({ id }) => id);
}

type Stranded = { id: string; kind: MailKind; sandboxId: number; tried: boolean };

/**
 * Recovers queued messages without a job, in every sandbox: untried ones (no worker ran for two weeks) get a new job,
 * tried ones become failed, so that the school sees them. Returns their number.
 */
export async function recoverStrandedMessages(now: Date): Promise<number> {
  return prisma().$transaction(async (tx) => {
    const stranded = await tx.$queryRaw<Stranded[]>`
      select m.id, m.kind::text, m.sandbox_id as "sandboxId", m.first_attempt_at is not null as tried from all_mail_messages m
      where not exists (select 1 from mail_pace where held_since is not null or paused_since is not null)
        and m.state = 'queued' and m.created_at < ${now}::timestamptz - interval '1 hour' and not exists (
          select 1 from pgboss.job j
        where j.name = any(${mailQueues}) and j.state in ('created', 'retry', 'active')
          and j.data ->> 'messageId' = m.id::text
      )
      for update of m skip locked`;
    for (const { tried, ...message } of stranded) if (!tried) await enqueueMessageJob(tx, message);
    const failed = stranded.flatMap(({ id, tried }) => (tried ? [id] : []));
    await tx.$executeRaw`
      update all_mail_messages set state = 'failed', failed_at = ${now}, last_error = 'no_attempt_left', payload = null,
        to_email = null
      where id = any(${failed}::uuid[])`;
    return stranded.length;
  });
}

export async function purgeMail(now: Date): Promise<number> {
  const monthAgo = new Date(now.getTime() - 30 * DAY_MS);
  const purged = await Promise.all([
    // Kept for a month, because the page of an expired link offers a new one.
    prisma().setupToken.deleteMany({ where: { expiresAt: { lt: monthAgo } } }),
    prisma().mailEvent.deleteMany({ where: { receivedAt: { lt: monthAgo } } }),
    prisma().emailChange.deleteMany({ where: { expiresAt: { lt: now } } }),
    prisma().answerLink.deleteMany({ where: { expiresAt: { lt: now } } }),
    prisma().signInLink.deleteMany({ where: { expiresAt: { lt: now } } }),
  ]);
  return purged.reduce((sum, { count }) => sum + count, 0);
}

const createJob = (message: { id: string; kind: MailKind }, id: string) => ({
  id,
  data: createJobData(message.id),
  priority: getMailKind(message.kind).canWait ? -1 : 0,
});

async function requeueMessages(tx: Prisma.TransactionClient, personId: string, now: Date): Promise<number> {
  const waiting = await tx.mailMessage.findMany({
    where: { personId, state: "queued", toEmail: null },
    select: { id: true, kind: true, personId: true, locale: true, enrollmentId: true, tells: true },
  });
  for (const { id, tells, ...copy } of waiting) {
    const { count } = await tx.mailMessage.updateMany({
      where: { id, state: "queued" },
      data: { state: "failed", failedAt: now, lastError: "address_changed", payload: Prisma.DbNull },
    });
    // A draft belongs to the address under which it was begun.
    if (count === 1 && getMailKind(copy.kind).link !== "draft")
      await enqueueMessage(tx, { ...copy, tells: tells ?? undefined });
  }
  return waiting.length;
}
