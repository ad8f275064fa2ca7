import { prisma } from "@/lib/platform/prisma";
import { BROWSER_SECONDS, currentSandbox } from "@/lib/platform/sandbox";
import { isToken, newToken, tokenHash } from "@/lib/platform/tokens";
import { publicUrl } from "@/lib/school/settings";

const LINK_MS = 10 * 60 * 1000;

/** A link that puts one browser into the sandbox at work. */
export async function newFormSession(now: Date): Promise<{ url: string }> {
  const { sandboxId } = currentSandbox();
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LINK_MS);
  await prisma().sandboxBrowser.create({
    data: { hash: tokenHash(token), sandboxId, expiresAt },
    select: { hash: true },
  });
  return { url: `${publicUrl()}/sandbox/${token}` };
}

/** Opens a link, of two at once one; returns the token for the browser's cookie. */
export async function openFormSession(link: string, now: Date): Promise<string | undefined> {
  if (!isToken(link)) return;
  const token = newToken();
  const { count } = await prisma().sandboxBrowser.updateMany({
    where: { hash: tokenHash(link), opened: false, expiresAt: { gt: now } },
    data: {
      hash: tokenHash(token),
      opened: true,
      expiresAt: new Date(now.getTime() + BROWSER_SECONDS * 1000),
    },
  });
  return count === 1 ? token : undefined;
}

/** Forgets links and browsers whose time is over; returns how many. */
export async function purgeBrowsers(now: Date): Promise<number> {
  const { count } = await prisma().sandboxBrowser.deleteMany({ where: { expiresAt: { lt: now } } });
  return count;
}
