import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { errorFields, logger } from "@/lib/platform/logger";
import { getPublicUrl } from "@/lib/school/settings";
import type { MailKind } from "./mail-kinds";
import { enqueueMessageJob, mailQueues } from "./writes";

/** Posts an alert to `ALERT_URL`, if set, in the format of chat services (`text`). Never throws. */
export async function sendAlert(text: string): Promise<void> {
  if (!env.ALERT_URL) return;
  try {
    const response = await fetch(env.ALERT_URL, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: `Matrícula (${getPublicUrl()}): ${text}` }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) logger.error({ status: response.status }, "ALERT_URL rejected the alert");
  } catch (error) {
    logger.error({ error: errorFields(error) }, "ALERT_URL cannot be reached");
  }
}

/** Why no message to families is sent: "paused" by the school, or "held" because the provider refuses us. */
type MailInterruption = { reason: "paused" | "held"; since: Date; pausedBy: string | null };

/** The current interruption, for all machines; undefined while e-mails are sent. */
export async function getMailInterruption(): Promise<MailInterruption | undefined> {
  const { rows } = await getPool().query<MailInterruption>(
    `select case when paused_since is null then 'held' else 'paused' end as reason,
       coalesce(paused_since, held_since) as since, paused_by as "pausedBy"
     from mail_pace where paused_since is not null or held_since is not null`,
  );
  return rows[0];
}

export async function getMailSuspension() {
  const { rows } = await getPool().query<{ since: Date; code: string }>(
    "select held_since as since, held_code as code from mail_pace where held_since is not null",
  );
  return rows[0];
}

/**
 * Suspends sending after a refusal that concerns every message (wrong key, unverified domain): otherwise each attempt
 * would fail its message. Sends one alert.
 */
export async function suspendMail(code: string, now: Date): Promise<void> {
  const { rowCount } = await getPool().query(
    "update mail_pace set held_since = $2, held_code = $1 where held_since is null",
    [code, now],
  );
  logger.error(
    { code },
    "E-MAILS ARE HELD: the provider refuses the key or the sender. See docs/operations.md",
  );
  if (rowCount === 0) return;
  await sendAlert(
    `No e-mail leaves: Resend refuses the key or the sender (${code}). Messages wait; docs/operations.md says what to do.`,
  );
}

export async function resumeMail(): Promise<void> {
  const { rowCount } = await getPool().query(
    "update mail_pace set held_since = null, held_code = null where held_since is not null",
  );
  if (rowCount !== 0) await enqueueWaitingMessages();
}

/**
 * Enqueues every queued message without a waiting job, after a pause. One that is being tried gets a job too, because
 * that attempt may have seen the pause.
 */
export async function enqueueWaitingMessages(): Promise<void> {
  const waiting = await prisma().$transaction(async (tx) => {
    const rows = await tx.$queryRaw<{ id: string; kind: MailKind; sandboxId: number }[]>`
      select m.id, m.kind::text, m.sandbox_id as "sandboxId" from all_mail_messages m
      where m.state = 'queued' and not exists (
        select 1 from pgboss.job j
        where j.name = any(${mailQueues}) and j.state in ('created', 'retry') and j.data ->> 'messageId' = m.id::text
      )
      order by m.created_at`;
    for (const message of rows) await enqueueMessageJob(tx, message);
    return rows.length;
  });
  logger.info({ waiting }, "e-mails are sent again");
}

/** The result code of an attempt during which the school paused e-mails. */
export const PAUSED = "paused";
