import { setTimeout as wait } from "node:timers/promises";
import { getPool } from "@/lib/platform/prisma";
import { singleton } from "@/lib/platform/singleton";

/** Four a second, so that a late one among them does not make six of the provider's five. */
const SLOT_INTERVAL_MS = 250;

/** Longest pause that a 429 can put on all workers; a longer one is left to each job's own delay. */
const LONGEST_HOLD_S = 10;

/** What has had its turn and is not to leave: the school has paused its e-mails meanwhile. */
export const PAUSED = "paused";

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

/** The provider asked for a pause: no worker's next turn comes before it is over. */
export async function delaySendSlots(seconds: number): Promise<void> {
  await getPool().query("update mail_pace set next_at = greatest(next_at, now() + $1 * interval '1 s')", [
    Math.min(Math.max(seconds, 0), LONGEST_HOLD_S),
  ]);
}
