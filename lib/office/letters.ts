import type { Prisma } from "@/generated/prisma/client";
import { isGroupMail, type MailKind } from "@/lib/mail/kinds";
import { mailDataSchema as told } from "@/lib/mail/tells";
import { prisma } from "@/lib/platform/prisma";

/** What was written to many families and came to this one: by whom, and when. */
export type ReceivedGroupMail = { subject: string; who: string | undefined; createdAt: Date };

type Message = { kind: MailKind; tells: Prisma.JsonValue; createdAt: Date };

/** What the desk wrote to many, among an enrollment's messages: of two guardians' mails once (desk 38). */
export async function listGroupMails(messages: Message[]): Promise<ReceivedGroupMail[]> {
  const letters = new Map<string, Omit<ReceivedGroupMail, "who">>();
  for (const { kind, tells, createdAt } of messages) {
    const { bulk, subject = "" } = (isGroupMail(kind) && told.optional().parse(tells ?? undefined)) || {};
    if (bulk) letters.set(bulk, { subject, createdAt });
  }
  if (letters.size === 0) return [];
  const steps = await prisma().bulkAction.findMany({
    where: { id: { in: [...letters.keys()] } },
    select: { id: true, startedBy: true },
  });
  const members = await prisma().staffMember.findMany({
    where: { id: { in: steps.flatMap(({ startedBy }) => startedBy ?? []) } },
    select: { id: true, name: true, email: true },
  });
  const writer = (bulk: string) => {
    const by = steps.find(({ id }) => id === bulk)?.startedBy;
    const member = members.find(({ id }) => id === by);
    return member?.name ?? member?.email;
  };
  return [...letters].map(([bulk, letter]) => ({ ...letter, who: writer(bulk) }));
}
