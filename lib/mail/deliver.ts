import type { Prisma } from "@/generated/prisma/client";
import { logger } from "@/lib/platform/logger";
import { getPool, prisma } from "@/lib/platform/prisma";
import { getCurrentSandbox, withSandbox, LIVE } from "@/lib/platform/sandbox";
import { failMessage, lockAround } from "./fail-message";
import { suspendMail, getMailInterruption, resumeMail } from "./hold";
import { PAUSED } from "./pace";
import { simulateDelivery } from "./play-receiver";
import { prepareMessage } from "./prepare";
import { type SendResult, sendMail } from "./transports";

/** `again`: the job is to be tried once more, later. `held`: the message waits without one. */
export type DeliveryOutcome = "done" | "again" | "held";

/**
 * Sends a queued message, once however often it is called: the payload is rendered once, the
 * message's id is the provider's idempotency key, and what has left is not sent again.
 *
 * @param lastTry nothing will be tried after this: a message that still cannot leave is failed
 */
export async function deliverMessage(messageId: string, how: DeliverOptions): Promise<DeliveryOutcome> {
  const { rows } = await getPool().query<{ sandboxId: number }>(
    'select sandbox_id as "sandboxId" from all_mail_messages where id = $1',
    [messageId],
  );
  return rows[0] ? withSandbox(rows[0], () => deliverInSandbox(messageId, how)) : "done";
}

type DeliverOptions = { now: Date; lastTry: boolean; probe?: boolean };

async function deliverInSandbox(messageId: string, { now, lastTry, probe = false }: DeliverOptions): Promise<DeliveryOutcome> {
  // What a sandbox sends goes to nobody, so that neither provider nor school can hold it.
  const isLive = getCurrentSandbox().sandboxId === LIVE;
  const stop = isLive ? await getMailInterruption() : undefined;
  if (stop && !(probe && stop.why === "held")) return "held";
  const outgoing = await prepareMessage(messageId, now);
  if (!outgoing) return "done";

  await recordAttempt(messageId, now);
  const result = await sendMail(outgoing);
  logger.info({ messageId, kind: outgoing.kind, ...outcomeOf(result) }, "e-mail");
  if (result.outcome === "held") {
    await resetAttempt(messageId, result.code, now);
    if (result.code !== PAUSED) await suspendMail(result.code, now);
    return "held";
  }
  if (result.outcome === "again" && !lastTry) {
    await recordError(messageId, result.code);
    return "again";
  }
  await recordResult(messageId, result, { now, keep: !isLive });
  if (!isLive) await simulateDelivery(outgoing, now);
  if (probe) await resumeMail();
  return "done";
}

/** While e-mails are held, the one that waits longest tries whether they leave again. */
export async function probeProvider(now: Date): Promise<void> {
  if ((await getMailInterruption())?.why !== "held") return;
  const { rows } = await getPool().query<{ id: string }>(
    "select id from mail_messages where state = 'queued' order by created_at limit 1",
  );
  if (rows[0]) await deliverMessage(rows[0].id, { now, lastTry: false, probe: true });
  else await resumeMail();
}

const outcomeOf = (result: SendResult) => ({
  outcome: result.outcome,
  code: "code" in result ? result.code : undefined,
});

/**
 * A message that was certainly not taken is rendered anew when its time comes, with today's sender and
 * a link that lasts; one that an earlier attempt may have sent stays as it was.
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

async function recordError(messageId: string, code: string) {
  await getPool().query("update all_mail_messages set last_error = $2 where id = $1 and state = 'queued'", [
    messageId,
    code,
  ]);
}

/**
 * Keeps what became of the message and drops its text; a webhook may already have told more. A sandbox's text
 * is kept for its outbox. Of its `state` key owners are told by prisma/sql/functions/record_mail_event.sql.
 */
async function recordResult(
  messageId: string,
  result: Exclude<SendResult, { outcome: "held" }>,
  { now, keep }: { now: Date; keep: boolean },
) {
  if (result.outcome === "accepted") {
    const providerId = result.providerId ?? null;
    await write(
      messageId,
      (tx) => tx.$executeRaw`
        update all_mail_messages set state = case when state = 'queued' then 'sent' else state end,
          sent_at = coalesce(sent_at, ${now}), provider_id = coalesce(provider_id, ${providerId}), last_error = null,
          to_email = null, payload = case when ${keep} then payload end
        where id = ${messageId}::uuid`,
    );
    return;
  }
  await failMessage(messageId, result.code, now);
}

/** Writes what has a trigger, in the order of locks. */
const write = (messageId: string, update: (tx: Prisma.TransactionClient) => Promise<unknown>) =>
  prisma().$transaction(async (tx) => {
    await lockAround(tx, messageId);
    await update(tx);
  });
