import { createToken, hashToken, isToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { getCurrentSandbox, LIVE, SANDBOX_BROWSER_SECONDS } from "@/lib/platform/sandbox";
import { getPublicUrl } from "@/lib/school/settings";

const LINK_MS = 10 * 60 * 1000;

/** Creates a link that puts one browser into the current sandbox. */
export async function createFormSession(now: Date): Promise<{ url: string }> {
  const { sandboxId } = getCurrentSandbox();
  const token = createToken();
  const expiresAt = new Date(now.getTime() + LINK_MS);
  await prisma().sandboxBrowser.create({
    data: { hash: hashToken(token), sandboxId, expiresAt },
    select: { hash: true },
  });
  return { url: `${getPublicUrl()}/sandbox/${token}` };
}

/** Uses up a link; returns the token for the browser's cookie. Of two concurrent calls one succeeds. */
export async function openFormSession(link: string, now: Date): Promise<string | undefined> {
  if (!isToken(link)) return;
  const token = createToken();
  const { count } = await prisma().sandboxBrowser.updateMany({
    where: { hash: hashToken(link), opened: false, expiresAt: { gt: now } },
    data: {
      hash: hashToken(token),
      opened: true,
      expiresAt: new Date(now.getTime() + SANDBOX_BROWSER_SECONDS * 1000),
    },
  });
  return count === 1 ? token : undefined;
}

/** Deletes expired links and browser sessions; returns how many. */
export async function purgeBrowserSessions(now: Date): Promise<number> {
  const { count } = await prisma().sandboxBrowser.deleteMany({ where: { expiresAt: { lt: now } } });
  return count;
}

/**
 * Deletes a sandbox's enrollments, people, messages and idempotency keys; never live data. Returns the number of
 * enrollments.
 */
export async function deleteSandboxData(sandboxId: number): Promise<number> {
  if (sandboxId === LIVE) throw new Error("The live school is no sandbox.");
  return prisma().$transaction(async (tx) => {
    // Serialises resets: a second one would lock rows that the first one deletes.
    const lock = `sandbox reset ${sandboxId}`;
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
    // Locks in the order of erasure and delivery: enrollments, people, messages; a concurrent enrollment waits and
    // then finds nobody. Uses the tables of all with the explicit sandbox id, independent of the context. Triggers
    // notify the key (prisma/sql/functions/record_erased_event.sql).
    await tx.$queryRaw`select 1 from all_enrollments where sandbox_id = ${sandboxId} order by reference for update`;
    const people = await tx.$queryRaw<{ id: string }[]>`
      select id::text from all_people where sandbox_id = ${sandboxId} order by id for update`;
    await tx.$queryRaw`select 1 from all_mail_messages where sandbox_id = ${sandboxId} order by id for update`;
    const count = await tx.$executeRaw`delete from all_enrollments where sandbox_id = ${sandboxId}`;
    await tx.idempotencyRecord.deleteMany({ where: { apiKeyId: sandboxId } });
    await tx.$executeRaw`delete from all_people where id = any(${people.map(({ id }) => id)}::uuid[])`;
    await tx.$executeRaw`delete from all_mail_suppressions where sandbox_id = ${sandboxId}`;
    await tx.$executeRaw`delete from all_rounds where sandbox_id = ${sandboxId}`;
    return count;
  });
}

export async function deleteAllSandboxData(): Promise<number> {
  const rows = await prisma().$queryRaw<{ id: number }[]>`
    select distinct sandbox_id as id from all_people where sandbox_id <> ${LIVE}`;
  let count = 0;
  for (const { id } of rows) count += await deleteSandboxData(id);
  return count;
}

const IDLE_MS = 30 * 24 * 3600 * 1000;

/** Deletes the data of sandboxes that were not used for thirty days; returns how many. */
export async function deleteIdleSandboxData(now: Date): Promise<number> {
  const rows = await prisma().$queryRaw<{ id: number }[]>`
    select k.id from api_keys k
    where coalesce(k.last_used_at, k.created_at) < ${new Date(now.getTime() - IDLE_MS)}
      and exists (select from all_people p where p.sandbox_id = k.id)`;
  for (const { id } of rows) await deleteSandboxData(id);
  return rows.length;
}

/** Deletes expired and revoked child test keys with their sandboxes; returns how many (integrators 18). */
export async function deleteExpiredTestKeys(now: Date): Promise<number> {
  const expired = { OR: [{ expiresAt: { lt: now } }, { revokedAt: { not: null } }] };
  const where = { parentId: { not: null }, ...expired };
  const keys = await prisma().apiKey.findMany({ where, select: { id: true } });
  for (const { id } of keys) {
    await deleteSandboxData(id);
    await prisma().apiKey.delete({ where: { id }, select: { id: true } });
  }
  return keys.length;
}

/** Deletes the current sandbox's data and resets its date; browsers stay in it. */
export async function resetSandbox(): Promise<{ enrollments: number }> {
  const sandbox = getCurrentSandbox();
  const enrollments = await deleteSandboxData(sandbox.sandboxId);
  await prisma().sandbox.deleteMany({ where: { id: sandbox.sandboxId } });
  sandbox.today = undefined;
  return { enrollments };
}
