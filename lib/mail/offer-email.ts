import type { Prisma } from "@/generated/prisma/client";
import { settings } from "@/lib/school/settings";
import { hasMailbox } from "./addresses";
import { queueMessage } from "./queue";

const DAY_MS = 24 * 3600 * 1000;

/** Writes to the address that would be somebody's, in the caller's transaction: its link makes it so. */
export async function offerEmail(
  tx: Prisma.TransactionClient,
  personId: string,
  email: string,
  now: Date,
): Promise<void> {
  const { setup_link_days } = await settings();
  const wish = { email, hash: null, createdAt: now, expiresAt: new Date(+now + setup_link_days * DAY_MS) };
  const { person } = await tx.emailChange.upsert({
    where: { personId },
    create: { personId, ...wish },
    update: wish,
    select: { person: { select: { locale: true } } },
  });
  if (!hasMailbox(email)) return;
  await queueMessage(tx, { kind: "confirm_email", personId, locale: person.locale, toEmail: email });
}
