import { setTimeout as wait } from "node:timers/promises";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { errorFields, logger } from "@/lib/platform/logger";
import { singleton } from "@/lib/platform/singleton";
import { getPublicUrl } from "@/lib/school/settings";
import type { MailKind } from "./mail-kinds";
import { enqueueMessageJob, mailQueues } from "./writes";

/** Tells `ALERT_URL`, when set, in one post that chat services understand (`text`). Never throws. */
export async function sendAlert(text: string): Promise<void> {
  if (!env.ALERT_URL) return;
  try {
    const answer = await fetch(env.ALERT_URL, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: `Matrícula (${getPublicUrl()}): ${text}` }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) logger.error({ status: answer.status }, "ALERT_URL refuses the alert");
  } catch (error) {
    logger.error({ error: errorFields(error) }, "ALERT_URL cannot be reached");
  }
}

/** Why nothing to families leaves: the school has paused it, or else the provider refuses us. */
export type MailInterruption = { why: "paused" | "held"; since: Date; pausedBy: string | null };

/** Whether and why nothing to families leaves now, whichever machine is asked; undefined when e-mails go out. */
export async function getMailInterruption(): Promise<MailInterruption | undefined> {
  const { rows } = await getPool().query<MailInterruption>(
    `select case when paused_since is null then 'held' else 'paused' end as why,
       coalesce(paused_since, held_since) as since, paused_by as "pausedBy"
     from mail_pace where paused_since is not null or held_since is not null`,
  );
  return rows[0];
}

type MailSuspension = { since: Date; code: string };

/** Since when and why the provider takes nothing; undefined when it does. */
export async function getMailSuspension(): Promise<MailSuspension | undefined> {
  const { rows } = await getPool().query<MailSuspension>(
    "select held_since as since, held_code as code from mail_pace where held_since is not null",
  );
  return rows[0];
}

/**
 * Keeps every message queued: the provider refuses us (a wrong key, a domain that is not verified), so
 * each attempt would fail and cost its message. Somebody is told, once.
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

/** E-mails go out again: every message that waits without a job gets one. */
export async function resumeMail(): Promise<void> {
  const { rowCount } = await getPool().query(
    "update mail_pace set held_since = null, held_code = null where held_since is not null",
  );
  if (rowCount === 0) return;
  await enqueueWaitingMessages();
}

/**
 * Gives every message that waits a job again, once nothing stops them any more. One that is being tried at this moment
 * gets one too: whoever tries it may have looked before.
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
  logger.info({ waiting }, "e-mails leave again");
}

/** What has had its turn and is not to leave: the school has paused its e-mails meanwhile. */
export const PAUSED = "paused";

/** Four a second, so that a late one among them does not make six of the provider's five. */
const SLOT_INTERVAL_MS = 250;

/**
 * Waits for this worker's turn to call the provider; turns are handed out by one row for all workers.
 * A process asks for one at a time: after a stall its overdue turns would all fall due together.
 * @returns whether e-mails were paused when the turn was given
 */
export function waitForSendSlot(): Promise<{ paused: boolean }> {
  const line = singleton("turns to send", () => ({ last: Promise.resolve() as Promise<unknown> }));
  const turn = line.last.then(takeTurn);
  line.last = turn.catch(() => {});
  return turn;
}

/** Longest pause that a 429 can put on all workers; a longer one is left to each job's own delay. */
const LONGEST_HOLD_S = 10;

/** The provider asked for a pause: no worker's next turn comes before it is over. */
export async function delaySendSlots(seconds: number): Promise<void> {
  await getPool().query("update mail_pace set next_at = greatest(next_at, now() + $1 * interval '1 s')", [
    Math.min(Math.max(seconds, 0), LONGEST_HOLD_S),
  ]);
}

async function takeTurn(): Promise<{ paused: boolean }> {
  const { rows } = await getPool().query<{ ms: number; paused: boolean }>(
    `update mail_pace set next_at = greatest(next_at, now()) + $1 * interval '1 ms'
     returning extract(epoch from next_at - $1 * interval '1 ms' - now())::float8 * 1000 as ms,
       paused_since is not null as paused`,
    [SLOT_INTERVAL_MS],
  );
  const ms = rows[0]?.ms ?? 0;
  if (ms > 0) await wait(ms);
  return { paused: rows[0]?.paused ?? false };
}
