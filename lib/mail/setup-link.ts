import type { Prisma } from "@/generated/prisma/client";
import type { Locale } from "@/lib/i18n/locales";
import { localizedPath } from "@/lib/i18n/paths";
import { publicUrl, type Settings } from "@/lib/school/settings";
import { newToken, tokenHash } from "@/lib/tokens";

const DAY_MS = 24 * 3600 * 1000;

export type SetupLink = { url: string; hash: Uint8Array<ArrayBuffer>; expiresAt: Date };

/** A new link to the page that sets a password; it works once it is stored. */
export function newSetupLink(locale: Locale, now: Date, { setup_link_days }: Settings): SetupLink {
  const token = newToken();
  return {
    url: `${publicUrl()}${localizedPath(locale, `/account-setup/${token}`)}`,
    hash: tokenHash(token),
    expiresAt: new Date(now.getTime() + setup_link_days * DAY_MS),
  };
}

/** Where a person who has a password sees their enrollments. */
export const accountUrl = (locale: Locale) => `${publicUrl()}${localizedPath(locale, "/account")}`;

/** Makes a link work, of which only the hash is kept; the person's links before it stop working. */
export async function storeSetupLink(
  tx: Prisma.TransactionClient,
  personId: string,
  { hash, expiresAt }: SetupLink,
  now: Date,
): Promise<void> {
  await tx.setupToken.updateMany({
    where: { personId, spentAt: null, supersededAt: null },
    data: { supersededAt: now },
  });
  await tx.setupToken.create({
    data: { hash, personId, createdAt: now, expiresAt },
    select: { personId: true },
  });
}
