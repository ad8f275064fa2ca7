import { Resend } from "resend";
import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { MailState } from "@/generated/prisma/enums";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/logger";
import { getCurrentSandbox, LIVE, withSandbox } from "@/lib/platform/sandbox";
import { toEmailKey } from "./addresses";
import { failMessage, lockMailSubjects } from "./fail-message";
import { mailStates } from "./mail-kinds";
import { getMailInterruption, PAUSED, resumeMail, suspendMail } from "./pause";
import { prepareMessage } from "./prepare-message";
import { type OutgoingMail, type SendResult, sendMail } from "./transports";

const stateByEvent: Record<string, MailState> = {
  "email.sent": "sent",
  "email.delivery_delayed": "delayed",
  "email.failed": "failed",
  "email.suppressed": "failed",
  "email.delivered": "delivered",
  "email.bounced": "bounced",
  "email.complained": "complained",
};

const timeColumns = {
  sent: "sentAt",
  delayed: "delayedAt",
  failed: "failedAt",
  delivered: "deliveredAt",
  bounced: "bouncedAt",
  complained: "complainedAt",
} as const;

const deliveryEvent = z.object({
  type: z.string(),
  created_at: z.coerce.date(),
  data: z.object({
    email_id: z.string(),
    to: z.array(z.string()).default([]),
    tags: z.object({ message_id: z.uuid().optional().catch(undefined) }).optional(),
  }),
});

/**
 * Saves a delivery event of Resend. Ignores duplicates and events about unknown messages. The database notifies
 * webhooks about a new `state` (prisma/sql/functions/record_mail_event.sql).
 * @param id the event's own id (`svix-id`)
 * @param event the body, with its signature verified
 */
export async function recordDeliveryEvent(id: string, event: unknown): Promise<void> {
  const parsed = deliveryEvent.safeParse(event);
  const state = parsed.success ? stateByEvent[parsed.data.type] : undefined;
  if (!parsed.success || state === undefined || state === "queued") return;

  const { type, created_at: occurredAt, data } = parsed.data;
  await prisma().$transaction(async (tx) => {
    const isMessage = Prisma.sql`provider_id = ${data.email_id} or id = ${data.tags?.message_id ?? null}::uuid`;
    const [row] = await tx.$queryRaw<{ id: string }[]>`select id from mail_messages where ${isMessage}`;
    if (row) await lockMailSubjects(tx, row.id);
    const [message] = await tx.$queryRaw<{ id: string; state: MailState; providerId: string | null }[]>`
      select id, state::text, provider_id as "providerId" from mail_messages where ${isMessage} for update`;
    const { count } = await tx.mailEvent.createMany({
      data: { id, messageId: message?.id, type, occurredAt },
      skipDuplicates: true,
    });
    if (count === 0 || !message) return;

    const isLater = outranks(state, message.state);
    await tx.mailMessage.update({
      where: { id: message.id },
      data: {
        [timeColumns[state]]: occurredAt,
        providerId: message.providerId ?? data.email_id,
        payload: Prisma.DbNull, // Resend has accepted it, even if the worker got no response
        ...(isLater && { state }),
      },
      select: { id: true },
    });
    if (state === "bounced" || state === "complained") {
      await tx.mailSuppression.createMany({
        data: data.to.map((address) => ({ emailKey: toEmailKey(address), reason: state })),
        skipDuplicates: true,
      });
    }
  });
}

/** Test addresses of a sandbox: the part before the @, up to a `+`, names the result; others are delivered. */
const simulatedStates = ["bounced", "complained", "delayed"] as const;

/** Sets the result of a sandbox's message as the provider's events would. */
export async function simulateDelivery({ id, payload }: OutgoingMail, now: Date): Promise<void> {
  const key = toEmailKey(payload.to);
  const name = key.slice(0, key.lastIndexOf("@")).replace(/\+.*$/, "");
  const state = simulatedStates.find((candidate) => candidate === name) ?? "delivered";
  await prisma().$transaction(async (tx) => {
    await lockMailSubjects(tx, id);
    await tx.mailMessage.updateMany({ where: { id }, data: { state, [timeColumns[state]]: now } });
    if (state !== "bounced" && state !== "complained") return;
    await tx.mailSuppression.createMany({
      data: { emailKey: key, reason: state },
      skipDuplicates: true,
    });
  });
}

/** "again": the job must be retried. "held": sending is paused or suspended, and the message waits without a job. */
type DeliveryOutcome = "done" | "again" | "held";

/**
 * Sends a queued message once, however often it is called: it is rendered once, its id is the provider's idempotency
 * key, and a sent one is not sent again.
 * @param options `lastTry`: a message that still cannot be sent fails
 */
export async function deliverMessage(messageId: string, options: DeliverOptions) {
  const { rows } = await getPool().query<{ sandboxId: number }>(
    'select sandbox_id as "sandboxId" from all_mail_messages where id = $1',
    [messageId],
  );
  return rows[0] ? withSandbox(rows[0], () => deliverInSandbox(messageId, options)) : "done";
}

type DeliverOptions = { now: Date; lastTry: boolean; probe?: boolean };

/** While sending is suspended, tries to send the oldest message; resumes sending when that works. */
export async function probeProvider(now: Date): Promise<void> {
  if ((await getMailInterruption())?.reason !== "held") return;
  const { rows } = await getPool().query<{ id: string }>(
    "select id from mail_messages where state = 'queued' order by created_at limit 1",
  );
  if (rows[0]) await deliverMessage(rows[0].id, { now, lastTry: false, probe: true });
  else await resumeMail();
}

type HeaderOf = (name: string) => string | undefined;

/**
 * Handles a webhook of Resend. The signature covers the raw body and a timestamp with a tolerance of five minutes; a
 * repeated event gets the same response.
 * @throws AppError `not_found` without RESEND_WEBHOOK_SECRET; `bad_request` for a wrong signature or timestamp
 */
export async function handleResendWebhook(header: HeaderOf, body: Uint8Array): Promise<{ data: string }> {
  if (!env.RESEND_WEBHOOK_SECRET) throw new AppError("not_found");
  const id = header("svix-id") ?? "";
  await recordDeliveryEvent(id, verifySignature(id, header, body, env.RESEND_WEBHOOK_SECRET));
  return { data: "Event recorded." };
}

async function deliverInSandbox(
  messageId: string,
  { now, lastTry, probe = false }: DeliverOptions,
): Promise<DeliveryOutcome> {
  // Messages of a sandbox are never really sent, so pauses do not apply to them.
  const isLive = getCurrentSandbox().sandboxId === LIVE;
  const interruption = isLive ? await getMailInterruption() : undefined;
  if (interruption && !(probe && interruption.reason === "held")) return "held";
  const outgoing = await prepareMessage(messageId, now);
  if (!outgoing) return "done";

  await recordAttempt(messageId, now);
  const result = await sendMail(outgoing);
  const code = "code" in result ? result.code : undefined;
  logger.info({ messageId, kind: outgoing.kind, outcome: result.outcome, code }, "e-mail");
  if (result.outcome === "held") {
    await resetAttempt(messageId, result.code, now);
    if (result.code !== PAUSED) await suspendMail(result.code, now);
    return "held";
  }
  if (result.outcome === "again" && !lastTry) {
    await getPool().query("update all_mail_messages set last_error = $2 where id = $1 and state = 'queued'", [
      messageId,
      result.code,
    ]);
    return "again";
  }
  await recordResult(messageId, result, { now, keepPayload: !isLive });
  if (!isLive) await simulateDelivery(outgoing, now);
  if (probe) await resumeMail();
  return "done";
}

/**
 * A message that was certainly not sent is rendered again later, with the current sender and a fresh link; one that
 * an earlier attempt may have sent keeps its payload.
 */
async function resetAttempt(messageId: string, code: string, now: Date) {
  await write(
    messageId,
    (tx) => tx.$executeRaw`
      update all_mail_messages set last_error = ${code},
        payload = case when first_attempt_at = ${now} then null else payload end,
        first_attempt_at = case when first_attempt_at = ${now} then null else first_attempt_at end
      where id = ${messageId}::uuid and state = 'queued'`,
  );
}

async function recordAttempt(messageId: string, now: Date) {
  await getPool().query(
    `update all_mail_messages set attempts = attempts + 1, last_attempt_at = $2,
       first_attempt_at = coalesce(first_attempt_at, $2)
     where id = $1`,
    [messageId, now],
  );
}

/**
 * Saves the result and deletes the text; a webhook may have reported more already. A sandbox's text stays for its
 * outbox. prisma/sql/functions/record_mail_event.sql notifies webhooks about the `state`.
 */
async function recordResult(
  messageId: string,
  result: Exclude<SendResult, { outcome: "held" }>,
  { now, keepPayload }: { now: Date; keepPayload: boolean },
) {
  if (result.outcome === "accepted") {
    const providerId = result.providerId ?? null;
    await write(
      messageId,
      (tx) => tx.$executeRaw`
        update all_mail_messages set state = case when state = 'queued' then 'sent' else state end,
          sent_at = coalesce(sent_at, ${now}), provider_id = coalesce(provider_id, ${providerId}), last_error = null,
          to_email = null, payload = case when ${keepPayload} then payload end
        where id = ${messageId}::uuid`,
    );
    return;
  }
  await failMessage(messageId, result.code, now);
}

/** Updates a message after taking the locks of its triggers, to prevent deadlocks. */
const write = (messageId: string, update: (tx: Prisma.TransactionClient) => Promise<unknown>) =>
  prisma().$transaction(async (tx) => {
    await lockMailSubjects(tx, messageId);
    await update(tx);
  });

function verifySignature(id: string, header: HeaderOf, body: Uint8Array, webhookSecret: string): unknown {
  const signed = {
    id,
    timestamp: header("svix-timestamp") ?? "",
    signature: header("svix-signature") ?? "",
  };
  try {
    // The SDK requires a key, although verification does not use it.
    const { webhooks } = new Resend(env.RESEND_API_KEY ?? "unused");
    return webhooks.verify({ payload: Buffer.from(body).toString(), headers: signed, webhookSecret });
  } catch {
    throw new AppError("bad_request");
  }
}

const outranks = (state: MailState, other: MailState) =>
  mailStates.indexOf(state) > mailStates.indexOf(other);
