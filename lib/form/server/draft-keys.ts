import { listKeyIds } from "@/lib/platform/cipher";
import { prisma } from "@/lib/platform/prisma";

/** Unexpired drafts that no key here opens, by the id of the key that does, in hex. */
export async function listUnreadableDrafts(now: Date): Promise<{ key: string; drafts: number }[]> {
  const rows = await prisma().$queryRaw<{ key: string; drafts: number }[]>`
    select encode(substring(content from 1 for 4), 'hex') as key, count(*)::int as drafts
    from drafts where expires_at > ${now} group by 1 order by 1`;
  const here = listKeyIds();
  return rows.filter(({ key }) => !here.includes(key));
}

/** Deletes them: those families begin anew. Returns how many. */
export async function deleteUnreadableDrafts(now: Date): Promise<number> {
  const keys = (await listUnreadableDrafts(now)).map(({ key }) => key);
  return prisma().$executeRaw`
    delete from drafts where encode(substring(content from 1 for 4), 'hex') = any(${keys}::text[])`;
}

/** @throws Error that says what to do when families' drafts cannot be read here */
export async function requireDraftKeys(now: Date): Promise<void> {
  const lacking = await listUnreadableDrafts(now);
  if (lacking.length === 0) return;
  const count = lacking.reduce((sum, { drafts }) => sum + drafts, 0);
  const ids = lacking.map(({ key }) => key).join(", ");
  throw new Error(
    `${count} unfinished form${count === 1 ? "" : "s"} of families cannot be read here: DRAFT_KEYS lacks the key that begins their rows (${ids}).
Add it behind the others, in one line for all machines: DRAFT_KEYS=<this machine's key>,<that key>. A machine without DRAFT_KEYS keeps its own in DATA_DIR/draft-keys.
Where that key is lost, let those forms go, so that the families begin anew: npm run db -- forget-drafts`,
  );
}
