import { withAttemptLimit } from "@/lib/people/limits";
import { type Day, toDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { hashToken } from "@/lib/platform/tokens";
import { listPlacesToConfirm } from "./place-answers";
import { listOpenQuestions } from "./questions";
import { readRenewalRequest } from "./renewal-answers";

/** Whom a link asks; undefined when there is no such link. */
export async function findLinkReader(token: string, now: Date): Promise<string | undefined> {
  const link = await prisma().answerLink.findUnique({
    where: { hash: hashToken(token), expiresAt: { gt: now } },
    select: { personId: true },
  });
  return link?.personId;
}

/** All that the page behind a link asks its reader, and the students whom that is about. */
export async function readLinkRequests(personId: string, now: Date) {
  const [places, questions, renewal] = await Promise.all([
    listPlacesToConfirm(personId, now),
    listOpenQuestions(personId, now),
    readRenewalRequest(personId, now),
  ]);
  const asked = renewal && !renewal.isOver ? [...renewal.open, ...renewal.answered] : [];
  const renewing = asked.map(({ id, before }) => ({
    studentId: id,
    birthDate: before.student.birthDate ? toDay(before.student.birthDate) : undefined,
  }));
  return { places, questions, renewal, about: [...places, ...questions, ...renewing] };
}

/** The student whose birth date the reader of a link gives, among those they are asked about; five tries a day. */
export async function findStudentByBirthDate(
  personId: string,
  birthDate: Day,
  now: Date,
): Promise<{ studentId: string } | "wrong" | "limited"> {
  return withAttemptLimit({ "guardian birth date": personId }, async () => {
    const { about } = await readLinkRequests(personId, now);
    return about.find((asked) => asked.birthDate === birthDate);
  });
}
