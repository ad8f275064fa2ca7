import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { enqueueMessage } from "@/lib/mail/queue";
import { mailDataSchema as told } from "@/lib/mail/tells";
import { defineAction } from "@/lib/people/verb";
import { bulkIdSchema, parseStoredInput } from "./input";
import type { GroupMailText } from "./letter";
import { fillGroupMail } from "./letter-to";
import { type GroupRecipient, findGroupRecipients, type UnreachableReason } from "./recipients";

/**
 * Writes to the family of one row of a step on many: a mail for each reader, about all their children among the rows,
 * with the first of them that comes; so nobody gets two (desk 38).
 */
export const sendGroupMail = defineAction(
  "written_to",
  "work_in_bulk",
  z.object({ reference: z.string(), bulk: bulkIdSchema }),
  async ({ tx, audit }, { reference, bulk }): Promise<"done" | UnreachableReason> => {
    // Of two workers at rows of one family the second one finds what the first has written.
    await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(hashtextextended(${bulk}, 0))) held`;
    const { input } = await tx.bulkAction.findUniqueOrThrow({ where: { id: bulk }, select: { input: true } });
    const letter = parseStoredInput(input);
    const { recipients, unreached } = await findGroupRecipients(tx, bulk, letter, { enrollment: { reference } });
    const [nobody] = unreached.values();
    if (nobody) return nobody;
    for (const { reader } of recipients) {
      const written = await listAlreadySent(tx, bulk, reader.id);
      if (!written.includes(reference)) await writeTo(tx, { bulk, letter, readerId: reader.id, written });
    }
    await audit({ kind: "enrollment", id: reference });
    return "done";
  },
);

/** The enrollments that somebody has been written to about, in a step on many. */
async function listAlreadySent(tx: Prisma.TransactionClient, bulk: string, personId: string): Promise<string[]> {
  const messages = await tx.mailMessage.findMany({
    where: { personId, kind: "group_message", tells: { path: ["bulk"], equals: bulk } },
    select: { tells: true },
  });
  return messages.flatMap(({ tells }) => told.parse(tells).references ?? []);
}

type Writing = { bulk: string; letter: GroupMailText; readerId: string; written: string[] };

async function writeTo(tx: Prisma.TransactionClient, { bulk, letter, readerId, written }: Writing) {
  const childOfTheirs = { OR: [{ id: readerId }, { guardians: { some: { guardianId: readerId } } }] };
  const about = { enrollment: { student: childOfTheirs, reference: { notIn: written } } };
  const { recipients } = await findGroupRecipients(tx, bulk, letter, about);
  const recipient = recipients.find(({ reader }) => reader.id === readerId) as GroupRecipient;
  const mail = await fillGroupMail(tx, letter, recipient);
  const [first] = recipient.rows;
  if (!mail || !first) return;
  const { locale, ...own } = mail;
  await enqueueMessage(tx, {
    kind: "group_message",
    personId: readerId,
    locale,
    enrollmentId: first.enrollment.id,
    tells: { reader: recipient.reader.reader, ...own, bulk },
  });
}
