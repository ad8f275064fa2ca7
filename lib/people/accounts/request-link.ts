import type { Prisma } from "@/generated/prisma/client";
import { toEmailKey, isDeliverable } from "@/lib/mail/addresses";
import { whereKeptApart } from "@/lib/mail/kept-apart";
import { setupKinds } from "@/lib/mail/kinds";
import { enqueueMessage } from "@/lib/mail/queue";
import { prisma } from "@/lib/platform/prisma";
import { hashIfToken } from "@/lib/platform/tokens";

/**
 * Sends a new link to the address on file of whoever once got this one, whatever became of it. Tells
 * nothing about whether there was somebody.
 */
export async function requestLinkByToken(token: string): Promise<void> {
  const hash = hashIfToken(token);
  const where = hash && { hash, person: { erasedAt: null } };
  const found = where && (await prisma().setupToken.findUnique({ where, select: { personId: true } }));
  if (found) await requestLink(found.personId);
}

/** Sends a new link to the person with this address, if there is one; tells nothing either way. */
export async function requestLinkByEmail(email: string): Promise<void> {
  const person = await prisma().person.findFirst({
    where: { emailKey: toEmailKey(email) },
    select: { id: true },
  });
  if (person) await requestLink(person.id);
}

/**
 * The message of their enrollment once more, or the one for a new password if they have set one. Of a child
 * whose guardian they deny to be, or from whom the desk keeps them apart, nothing is said any more.
 */
async function requestLink(personId: string) {
  const person = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: { email: true, account: { select: { personId: true } } },
  });
  if (!isDeliverable(person.email)) return;
  const lastOf = (where: Prisma.MailMessageWhereInput) =>
    prisma().mailMessage.findFirst({
      where: { personId, kind: { in: setupKinds }, ...where },
      orderBy: { createdAt: "desc" },
      select: { kind: true, enrollmentId: true, locale: true },
    });
  const last = await lastOf(person.account ? {} : { NOT: { enrollment: whereKeptApart(personId) } });
  if (!last) return;
  const message = person.account
    ? { kind: "password_reset" as const, enrollmentId: null, locale: last.locale }
    : last;
  // One that waits to be sent will do: its link is yet to be made.
  const waiting = await prisma().mailMessage.count({
    where: { personId, kind: message.kind, state: "queued" },
  });
  if (waiting === 0) await prisma().$transaction((tx) => enqueueMessage(tx, { personId, ...message }));
}
