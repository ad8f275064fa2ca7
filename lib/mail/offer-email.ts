import type { Prisma } from "@/generated/prisma/client";
import { getSettings } from "@/lib/school/settings";
import { isDeliverable } from "./addresses";
import { enqueueMessage } from "./queue";

const DAY_MS = 24 * 3600 * 1000;

/** Writes to the address that would be somebody's, in the caller's transaction: its link makes it so. */
export async function sendEmailConfirmation(
  tx: Prisma.TransactionClient,
  personId: string,
  email: string,
  now: Date,
): Promise<void> {
  const { setup_link_days } = await getSettings();
  const wish = { email, hash: null, createdAt: now, expiresAt: new Date(+now + setup_link_days * DAY_MS) };
  const { person } = await tx.emailChange.upsert({
    where: { personId },
    create: { personId, ...wish },
    update: wish,
    select: { person: { select: { locale: true } } },
  });
  if (!isDeliverable(email)) return;
  await enqueueMessage(tx, { kind: "confirm_email", personId, locale: person.locale, toEmail: email });
}
