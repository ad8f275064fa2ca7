import { createToken, hashToken, isToken } from "@/lib/platform/crypto";
import type { Day } from "@/lib/platform/dates";
import { SANDBOX_BROWSER_SECONDS, type Sandbox } from "@/lib/platform/sandbox";
import { getPool } from "./prisma";

export async function readSandbox(sandboxId: number): Promise<Sandbox> {
  const { rows } = await getPool().query<{ today: Day | null }>(
    "select today::text from sandboxes where id = $1",
    [sandboxId],
  );
  return { sandboxId, today: rows[0]?.today ?? undefined };
}

/** The sandbox that a browser works in; undefined when its session or its key has expired. */
export async function findSandboxByBrowser(token: string): Promise<Sandbox | undefined> {
  if (!isToken(token)) return;
  const { rows } = await getPool().query<{ sandbox_id: number; today: Day | null }>(
    `select b.sandbox_id, s.today::text from sandbox_browsers b
     join api_keys k on k.id = b.sandbox_id left join sandboxes s on s.id = b.sandbox_id
     where b.hash = $1 and b.opened and b.expires_at > now()
       and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
    [hashToken(token)],
  );
  const [row] = rows;
  return row && { sandboxId: row.sandbox_id, today: row.today ?? undefined };
}

/** Puts a browser into the sandbox of a link's person; undefined when the link is the live school's, or unknown. */
export async function createBrowserTokenFromLink(link: string): Promise<string | undefined> {
  if (!isToken(link)) return;
  const token = createToken();
  const { rowCount } = await getPool().query(
    `insert into sandbox_browsers (hash, sandbox_id, opened, expires_at)
     select $2, p.sandbox_id, true, now() + $3 * interval '1 second'
     from all_people p join api_keys k on k.id = p.sandbox_id
     where p.id in (select person_id from setup_tokens where hash = $1
       union all select person_id from email_changes where hash = $1
       union all select person_id from answer_links where hash = $1
       union all select person_id from sign_in_links where hash = $1)`,
    [hashToken(link), hashToken(token), SANDBOX_BROWSER_SECONDS],
  );
  return rowCount ? token : undefined;
}
