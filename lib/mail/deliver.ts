import { pool } from "@/lib/prisma";
import { prepareMessage } from "./prepare";
import { type SendResult, send } from "./transports";

/** `again`: the job is to be tried once more, later. */
export type Delivery = "done" | "again";

/**
 * Sends a queued message, once however often it is called: the payload is rendered once, the
 * message's id is the provider's idempotency key, and what has left is not sent again.
 *
 * @param lastTry nothing will be tried after this: a message that still cannot leave is failed
 */
export async function deliver(
  messageId: string,
  { now, lastTry }: { now: Date; lastTry: boolean },
): Promise<Delivery> {
  const outgoing = await prepareMessage(messageId, now);
  if (!outgoing) return "done";

  await noteAttempt(messageId, now);
  const result = await send(outgoing);
  if (result.outcome === "again" && !lastTry) {
    await noteError(messageId, result.code);
    return "again";
  }
  await settle(messageId, result, now);
  return "done";
}

async function noteAttempt(messageId: string, now: Date) {
  await pool().query(
    `update mail_messages set attempts = attempts + 1, last_attempt_at = $2,
       first_attempt_at = coalesce(first_attempt_at, $2)
     where id = $1`,
    [messageId, now],
  );
}

async function noteError(messageId: string, code: string) {
  await pool().query("update mail_messages set last_error = $2 where id = $1 and state = 'queued'", [
    messageId,
    code,
  ]);
}

/** Keeps what became of the message and drops its text; a webhook may already have told more. */
async function settle(messageId: string, result: SendResult, now: Date) {
  if (result.outcome === "accepted") {
    await pool().query(
      `update mail_messages set state = case when state = 'queued' then 'sent' else state end,
         sent_at = coalesce(sent_at, $2), provider_id = coalesce(provider_id, $3), last_error = null, payload = null
       where id = $1`,
      [messageId, now, result.providerId],
    );
    return;
  }
  await pool().query(
    `update mail_messages set state = 'failed', failed_at = $2, last_error = $3, payload = null
     where id = $1 and state = 'queued'`,
    [messageId, now, result.code],
  );
}
