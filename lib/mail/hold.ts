import { logger } from "@/lib/platform/logger";
import { getPool, prisma } from "@/lib/platform/prisma";
import { sendAlert } from "./alert";
import type { MailKind } from "./kinds";
import { mailQueues, enqueueMessageJob } from "./queue";

export type MailSuspension = { since: Date; code: string };

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
