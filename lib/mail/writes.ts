import { randomUUID } from "node:crypto";
import { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";
import { getJobInsertSql, type QueueName } from "@/lib/platform/jobs";
import { getCurrentSandbox, getLockName, LIVE } from "@/lib/platform/sandbox";
import { currentTraceparent } from "@/lib/platform/trace";
import { getSettings } from "@/lib/school/settings";
import { isDeliverable, toEmailKey } from "./addresses";
import { getJobPriority, getLinkUse, hasOtherRecipient, type MailKind } from "./mail-kinds";
import { revokeLinks } from "./mail-link";
import { mailDataSchema } from "./schema";
import { isKeptApart } from "./sql";

export const mailQueues = ["mail", "sandbox-mail"] as const satisfies QueueName[];

/** A sandbox's mails never wait behind the school's, which the provider's pace holds back. */
export const mailQueueOf = (sandboxId = getCurrentSandbox().sandboxId) =>
  mailQueues[sandboxId === LIVE ? 0 : 1];

/** The insert of the queue of the sandbox at work: the enrollment's statement takes it in. */
export const getMailJobsSql = () => getJobInsertSql(mailQueueOf());

type NewMessage = Pick<
  Prisma.MailMessageUncheckedCreateInput,
  "kind" | "personId" | "locale" | "enrollmentId" | "tells" | "toEmail"
>;

/** Queues a message with its job, in the caller's transaction; returns its id. */
export async function enqueueMessage(tx: Prisma.TransactionClient, message: NewMessage): Promise<string> {
  const [id] = await enqueueMessages(tx, [message]);
  return id as string;
}

/** The same of many at once; returns their ids in order. */
export async function enqueueMessages(
  tx: Prisma.TransactionClient,
  messages: NewMessage[],
): Promise<string[]> {
  if (messages.length === 0) return [];
  const data = messages.map((message) => ({ id: randomUUID(), ...message }));
  await tx.mailMessage.createMany({ data });
  const jobs = data.map(({ id, kind }) => jobOf({ id, kind }, id));
  await tx.$executeRawUnsafe(await getMailJobsSql(), JSON.stringify(jobs));
  return data.map(({ id }) => id);
}

/** A job for a message, due now; one more than needed does no harm. */
export async function enqueueMessageJob(
  tx: Prisma.TransactionClient,
  { sandboxId, ...message }: { id: string; kind: MailKind; sandboxId?: number },
) {
  const statement = await getJobInsertSql(mailQueueOf(sandboxId));
  await tx.$executeRawUnsafe(statement, JSON.stringify([jobOf(message, randomUUID())]));
}

export type MailJobData = { messageId: string; traceparent?: string | undefined };

/** What a message's job knows: the message, and the trace in which it was queued. */
export const createJobData = (messageId: string): MailJobData => ({
  messageId,
  traceparent: currentTraceparent(),
});

/** What became of another address: `taken` names whose it is. */
export type EmailChange = { requeued: number } | { taken: string };

/**
 * Gives a person another address, in the caller's transaction. Links that went to the old one die; what
 * is still queued is closed and queued anew, because a provider refuses another payload under a used key.
 */
export async function changeEmail(
  tx: Prisma.TransactionClient,
  personId: string,
  email: string,
  now: Date,
): Promise<EmailChange> {
  const key = toEmailKey(email);
  const lock = getLockName("email", key);
  // The lock that enrollments take: a violated index would write the address into PostgreSQL's log.
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

/** Writes to the address that would be somebody's, in the caller's transaction: its link makes it so. */
export async function sendEmailConfirmation(
  tx: Prisma.TransactionClient,
  personId: string,
  email: string,
  now: Date,
): Promise<void> {
  const { setup_link_days } = await getSettings();
  const wish = { email, hash: null, createdAt: now, expiresAt: new Date(+now + setup_link_days * DAY_MS) };
  const { person } = await tx.emailChange.upsert({
    where: { personId },
    create: { personId, ...wish },
    update: wish,
    select: { person: { select: { locale: true } } },
  });
  if (!isDeliverable(email)) return;
  await enqueueMessage(tx, { kind: "confirm_email", personId, locale: person.locale, toEmail: email });
}

const listed = {
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
 * The newest messages, or only those that will not arrive: failed, bounced, complained of.
 *
 * @param search words of a name, an address or a reference; all of them must be found
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
    select: listed,
  });
}

const shown = {
  ...listed,
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

/** A message with every time that is known of it and why nothing more goes to its address, if so. */
export async function getMessage(id: string, db: Prisma.TransactionClient = prisma()) {
  const message = await db.mailMessage.findUnique({ where: { id }, select: shown });
  if (!message) return;
  const { emailKey } = message.person;
  const suppression = await db.mailSuppression.findFirst({
    where: { emailKey },
    select: { reason: true, createdAt: true },
  });
  return { ...message, suppression };
}

export type ResendOutcome =
  | "queued again"
  | "tried now"
  | "unknown"
  | "suppressed"
  | "no mailbox"
  | "kept apart";

/**
 * Sends a message anew, in the caller's transaction: a queued one is tried now; of any other a new one is queued, with a
 * link of its own that replaces the old one. Refused while the person's address bounces, or the desk keeps them apart.
 *
 * @param record writes down that it is sent again to this person, where nothing else does
 */
export async function resendInTransaction(
  tx: Prisma.TransactionClient,
  id: string,
  record?: (personId: string) => Promise<void>,
): Promise<{ outcome: ResendOutcome; id?: string }> {
  const message = await getMessage(id, tx);
  if (!message) return { outcome: "unknown" };
  const hadItsOwn = message.state !== "queued" && hasOtherRecipient(message.kind); // which is not kept
  if (hadItsOwn || !isDeliverable(message.person.email)) return { outcome: "no mailbox" };
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

/** Every failed message of which no later one to the same person was made, the oldest first. */
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
 * Messages that no job is left for: never tried ones (their job was kept two weeks and no worker
 * ran) get a new one, tried ones are failed, where the school sees them; in every sandbox. Returns how many.
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
    const given = stranded.flatMap(({ id, tried }) => (tried ? [id] : []));
    await tx.$executeRaw`
      update all_mail_messages set state = 'failed', failed_at = ${now}, last_error = 'no_attempt_left', payload = null
      where id = any(${given}::uuid[])`;
    return stranded.length;
  });
}

/** Links long past their end and events that can no longer come twice; returns how many rows went. */
export async function purgeMail(now: Date): Promise<number> {
  const monthAgo = new Date(now.getTime() - 30 * DAY_MS);
  const purged = await Promise.all([
    // Kept for a while: a link that has expired is answered with a page that offers a new one.
    prisma().setupToken.deleteMany({ where: { expiresAt: { lt: monthAgo } } }),
    prisma().mailEvent.deleteMany({ where: { receivedAt: { lt: monthAgo } } }),
    prisma().emailChange.deleteMany({ where: { expiresAt: { lt: now } } }),
    prisma().answerLink.deleteMany({ where: { expiresAt: { lt: now } } }),
    prisma().signInLink.deleteMany({ where: { expiresAt: { lt: now } } }),
  ]);
  return purged.reduce((sum, { count }) => sum + count, 0);
}

const jobOf = (message: { id: string; kind: MailKind }, id: string) => ({
  id,
  data: createJobData(message.id),
  priority: getJobPriority(message.kind),
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
    // A draft is offered to whoever has the address that it was begun under, and to no other.
    if (count === 1 && getLinkUse(copy.kind) !== "draft")
      await enqueueMessage(tx, { ...copy, tells: tells ?? undefined });
  }
  return waiting.length;
}
