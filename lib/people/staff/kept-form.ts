import { seal, unseal } from "@/lib/platform/cipher";
import { prisma } from "@/lib/platform/prisma";
import { newToken, shownToken, tokenHash } from "@/lib/platform/tokens";

const LASTS_MS = 3600 * 1000;

/** What was typed, by the fields' names, and the page of the desk on which; `renewed` where that was another build's. */
export type KeptForm = { path: string; fields: Record<string, string[]>; renewed?: true };

/** Keeps what was typed for a member, encrypted, for an hour; returns the cookie's value that finds it. */
export async function keepForm(memberId: string, kept: KeptForm, now: Date): Promise<string> {
  const token = newToken();
  const hash = tokenHash(token);
  const content = new Uint8Array(seal(JSON.stringify(kept), hash));
  const expiresAt = new Date(now.getTime() + LASTS_MS);
  await prisma().heldForm.create({
    data: { hash, memberId, content, expiresAt },
    select: { memberId: true },
  });
  return token;
}

/** What this very member had typed; undefined for anybody else. */
export async function keptFormOf(
  memberId: string,
  token: string | undefined,
  now: Date,
): Promise<KeptForm | undefined> {
  const hash = shownToken(token);
  if (!hash) return;
  const row = await prisma().heldForm.findUnique({
    where: { hash, memberId, expiresAt: { gt: now } },
    select: { content: true },
  });
  const text = row && unseal(row.content, hash);
  if (!text) return;
  return JSON.parse(text) as KeptForm;
}

export async function dropKeptForm(memberId: string, token: string | undefined): Promise<void> {
  const hash = shownToken(token);
  if (hash) await prisma().heldForm.deleteMany({ where: { hash, memberId } });
}
