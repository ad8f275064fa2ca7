import { enroll } from "@/lib/enrollment/enroll/verbs";
import type { Locale } from "@/lib/i18n/locales";
import { deliverMessage } from "@/lib/mail/delivery";
import { prisma } from "@/lib/platform/database/prisma";
import type { aMinor, anAdult } from "../data/factories";

/** Enrolls like the form; returns message ids by kind. */
export async function enrollAndListMails(
  body: ReturnType<typeof anAdult> | ReturnType<typeof aMinor>,
  locale: Locale = "es",
): Promise<Record<string, string>> {
  const kind = "guardian_email" in body ? "minor" : "adult";
  const { reference } = await enroll([{ kind, submitted: body }], { source: "form", locale });
  const messages = await prisma().mailMessage.findMany({
    where: { enrollment: { reference } },
    select: { id: true, kind: true },
  });
  return Object.fromEntries(messages.map(({ kind, id }) => [kind, id]));
}

/** One delivery attempt. */
export const attemptMail = (id: string, { now = new Date(), lastTry = false } = {}) =>
  deliverMessage(id, { now, lastTry });

/** The stored message. */
export const readMessage = (id: string) => prisma().mailMessage.findUniqueOrThrow({ where: { id } });

/** Confirms the recipient's address: only then mails contain full names. */
export async function confirmAddress(id: string) {
  const { personId } = await readMessage(id);
  await prisma().account.create({ data: { personId, passwordHash: "x" } });
}
