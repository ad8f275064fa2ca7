import { prisma } from "@/lib/platform/prisma";
import { SANDBOX_BROWSER_SECONDS, getCurrentSandbox } from "@/lib/platform/sandbox";
import { isToken, createToken, hashToken } from "@/lib/platform/tokens";
import { getPublicUrl } from "@/lib/school/settings";

const LINK_MS = 10 * 60 * 1000;

/** A link that puts one browser into the sandbox at work. */
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

/** Opens a link, of two at once one; returns the token for the browser's cookie. */
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

/** Forgets links and browsers whose time is over; returns how many. */
export async function purgeBrowserSessions(now: Date): Promise<number> {
  const { count } = await prisma().sandboxBrowser.deleteMany({ where: { expiresAt: { lt: now } } });
  return count;
}
