import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/prisma";
import { isDeliverable } from "./addresses";
import { isKeptApart } from "./kept-apart";
import { hasOtherRecipient, type MailKind } from "./kinds";
import { mailQueues, enqueueMessageJob, enqueueMessage } from "./queue";
import { mailDataSchema } from "./tells";

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

export type ResendOutcome = "queued again" | "tried now" | "unknown" | "suppressed" | "no mailbox" | "kept apart";

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
