import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { queueMessage } from "@/lib/mail/queue";
import { tells as told } from "@/lib/mail/tells";
import { verb } from "@/lib/people/verb";
import { bulkId, storedInput } from "./input";
import type { Letter } from "./letter";
import { letterTo } from "./letter-to";
import { type Recipient, recipientsOf, type Unreached } from "./recipients";

/**
 * Writes to the family of one row of a step on many: a mail for each reader, about all their children among the rows,
 * with the first of them that comes; so nobody gets two (desk 38).
 */
export const writeToFamily = verb(
  "written_to",
  "work_in_bulk",
  z.object({ reference: z.string(), bulk: bulkId }),
  async ({ tx, audit }, { reference, bulk }): Promise<"done" | Unreached> => {
    // Of two workers at rows of one family the second one finds what the first has written.
    await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(hashtextextended(${bulk}, 0))) held`;
    const { input } = await tx.bulkAction.findUniqueOrThrow({ where: { id: bulk }, select: { input: true } });
    const letter = storedInput(input);
    const { recipients, unreached } = await recipientsOf(tx, bulk, letter, { enrollment: { reference } });
    const [nobody] = unreached.values();
    if (nobody) return nobody;
    for (const { reader } of recipients) {
      const written = await writtenTo(tx, bulk, reader.id);
      if (!written.includes(reference)) await writeTo(tx, { bulk, letter, readerId: reader.id, written });
    }
    await audit({ kind: "enrollment", id: reference });
    return "done";
  },
);

/** The enrollments that somebody has been written to about, in a step on many. */
async function writtenTo(tx: Prisma.TransactionClient, bulk: string, personId: string): Promise<string[]> {
  const messages = await tx.mailMessage.findMany({
    where: { personId, kind: "group_message", tells: { path: ["bulk"], equals: bulk } },
    select: { tells: true },
  });
  return messages.flatMap(({ tells }) => told.parse(tells).references ?? []);
}

type Writing = { bulk: string; letter: Letter; readerId: string; written: string[] };

async function writeTo(tx: Prisma.TransactionClient, { bulk, letter, readerId, written }: Writing) {
  const childOfTheirs = { OR: [{ id: readerId }, { guardians: { some: { guardianId: readerId } } }] };
  const about = { enrollment: { student: childOfTheirs, reference: { notIn: written } } };
  const { recipients } = await recipientsOf(tx, bulk, letter, about);
  const recipient = recipients.find(({ reader }) => reader.id === readerId) as Recipient;
  const mail = await letterTo(tx, letter, recipient);
  const [first] = recipient.rows;
  if (!mail || !first) return;
  const { locale, ...own } = mail;
  await queueMessage(tx, {
    kind: "group_message",
    personId: readerId,
    locale,
    enrollmentId: first.enrollment.id,
    tells: { reader: recipient.reader.reader, ...own, bulk },
  });
}
