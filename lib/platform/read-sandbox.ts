import type { Day } from "./dates";
import { pool } from "./prisma";
import { isToken, tokenHash } from "./tokens";
import type { World } from "./worlds";

/** A test key's sandbox as it has been set. */
export async function readWorld(sandboxId: number): Promise<World> {
  const { rows } = await pool().query<{ today: Day | null }>(
    "select today::text from sandboxes where id = $1",
    [sandboxId],
  );
  return { sandboxId, today: rows[0]?.today ?? undefined };
}

/** The sandbox that a browser has been put into; undefined when its time is over or its key is. */
export async function worldOfBrowser(token: string): Promise<World | undefined> {
  if (!isToken(token)) return;
  const { rows } = await pool().query<{ sandbox_id: number; today: Day | null }>(
    `select b.sandbox_id, s.today::text from sandbox_browsers b
     join api_keys k on k.id = b.sandbox_id left join sandboxes s on s.id = b.sandbox_id
     where b.hash = $1 and b.opened and b.expires_at > now()
       and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
    [tokenHash(token)],
  );
  const [row] = rows;
  return row && { sandboxId: row.sandbox_id, today: row.today ?? undefined };
}
