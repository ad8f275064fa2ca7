import { encrypt, decrypt } from "@/lib/platform/cipher";
import { prisma } from "@/lib/platform/prisma";
import { createToken, hashIfToken, hashToken } from "@/lib/platform/tokens";

const LASTS_MS = 3600 * 1000;

/** What was typed, by the fields' names, and the page of the desk on which; `renewed` where that was another build's. */
export type SavedForm = { path: string; fields: Record<string, string[]>; renewed?: true };

/** Keeps what was typed for a member, encrypted, for an hour; returns the cookie's value that finds it. */
export async function saveForm(memberId: string, kept: SavedForm, now: Date): Promise<string> {
  const token = createToken();
  const hash = hashToken(token);
  const content = new Uint8Array(encrypt(JSON.stringify(kept), hash));
  const expiresAt = new Date(now.getTime() + LASTS_MS);
  await prisma().heldForm.create({
    data: { hash, memberId, content, expiresAt },
    select: { memberId: true },
  });
  return token;
}

/** What this very member had typed; undefined for anybody else. */
export async function readSavedForm(
  memberId: string,
  token: string | undefined,
  now: Date,
): Promise<SavedForm | undefined> {
  const hash = hashIfToken(token);
  if (!hash) return;
  const row = await prisma().heldForm.findUnique({
    where: { hash, memberId, expiresAt: { gt: now } },
    select: { content: true },
  });
  const text = row && decrypt(row.content, hash);
  if (!text) return;
  return JSON.parse(text) as SavedForm;
}

export async function deleteSavedForm(memberId: string, token: string | undefined): Promise<void> {
  const hash = hashIfToken(token);
  if (hash) await prisma().heldForm.deleteMany({ where: { hash, memberId } });
}
