import type { Prisma } from "@/generated/prisma/client";
import type { Locale } from "@/lib/i18n/locales";
import { publicUrl, type Settings } from "@/lib/school/settings";
import { newToken, tokenHash } from "@/lib/tokens";

const DAY_MS = 24 * 3600 * 1000;

/** A new link that sets a person's password; the ones before it stop working. Only its hash is stored. */
export async function createSetupLink(
  tx: Prisma.TransactionClient,
  { personId, locale, now }: { personId: string; locale: Locale; now: Date },
  { setup_link_days }: Settings,
): Promise<{ link: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + setup_link_days * DAY_MS);
  await tx.setupToken.updateMany({
    where: { personId, spentAt: null, supersededAt: null },
    data: { supersededAt: now },
  });
  await tx.setupToken.create({
    data: { hash: tokenHash(token), personId, createdAt: now, expiresAt },
    select: { personId: true },
  });
  const prefix = locale === "es" ? "" : `/${locale}`;
  return { link: `${publicUrl()}${prefix}/account-setup/${token}`, expiresAt };
}
