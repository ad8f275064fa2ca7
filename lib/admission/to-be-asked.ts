import type { Prisma } from "@/generated/prisma/client";
import { type Recipient, findRecipientsByStudent } from "@/lib/decisions/messages";
import type { MailData } from "@/lib/mail/tells";
import type { Day } from "@/lib/platform/dates";
import type { RenewalCandidate } from "./renewers";

/** Who has not answered and can: whoever has a place, and whoever waits for one. */
export const isInvited = ({ answer }: RenewalCandidate): boolean => answer === "silent" || answer === "waits";

/** Somebody who is written to, with all of theirs who are asked. */
export type Invitation = { reader: Recipient; asked: RenewalCandidate[] };

/**
 * Who is written to: one mail for whoever may answer, for all of theirs (admission 14). Another guardian looks, but
 * enrolls nobody, so that nobody asks them.
 */
export async function createInvitations(people: RenewalCandidate[], db: Prisma.TransactionClient): Promise<Invitation[]> {
  const asked = people.filter(isInvited);
  const readers = await findRecipientsByStudent(
    asked.map(({ studentId }) => studentId),
    db,
  );
  const pairs = asked.flatMap((one) =>
    (readers.get(one.studentId) ?? []).filter(({ sends }) => sends).map((reader) => ({ reader, one })),
  );
  return [...Map.groupBy(pairs, ({ reader }) => reader.id).values()].map((own) => ({
    reader: (own[0] as (typeof own)[number]).reader,
    asked: own.map(({ one }) => one),
  }));
}

/** Whom their mail names: those with a place; of somebody who has none among theirs those who wait. */
export function listNamedCandidates({ asked }: Invitation): RenewalCandidate[] {
  const withPlace = asked.filter(({ answer }) => answer === "silent");
  return withPlace.length > 0 ? withPlace : asked;
}

/** What their mail tells. @param year the name of the year in which they would go on */
export function createInvitationData(asking: Invitation, year: string, answerBy: Day): MailData {
  const named = listNamedCandidates(asking);
  const waiting = asking.asked.filter(({ answer }) => answer === "waits").length;
  return {
    reader: asking.reader.reader,
    keepBy: answerBy,
    year,
    references: named.map(({ reference }) => reference),
    ...(waiting > 0 && { waits: waiting === asking.asked.length ? "all" : "some" }),
  };
}
