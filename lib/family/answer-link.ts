import { tried } from "@/lib/people/limits";
import { type Day, dayOf } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { tokenHash } from "@/lib/platform/tokens";
import { placesToAnswer } from "./place-answers";
import { questionsToAnswer } from "./questions";
import { renewalToAnswer } from "./renewal-answers";

/** Whom a link asks; undefined when there is no such link. */
export async function readerOfLink(token: string, now: Date): Promise<string | undefined> {
  const link = await prisma().answerLink.findUnique({
    where: { hash: tokenHash(token), expiresAt: { gt: now } },
    select: { personId: true },
  });
  return link?.personId;
}

/** All that the page behind a link asks its reader, and the students whom that is about. */
export async function askedByLink(personId: string, now: Date) {
  const [places, questions, renewal] = await Promise.all([
    placesToAnswer(personId, now),
    questionsToAnswer(personId, now),
    renewalToAnswer(personId, now),
  ]);
  const asked = renewal && !renewal.isOver ? [...renewal.open, ...renewal.answered] : [];
  const renewing = asked.map(({ id, before }) => ({
    studentId: id,
    birthDate: before.student.birthDate ? dayOf(before.student.birthDate) : undefined,
  }));
  return { places, questions, renewal, about: [...places, ...questions, ...renewing] };
}

/** The student whose birth date the reader of a link gives, among those they are asked about; five tries a day. */
export async function studentBorn(
  personId: string,
  birthDate: Day,
  now: Date,
): Promise<{ studentId: string } | "wrong" | "limited"> {
  return tried({ "guardian birth date": personId }, async () => {
    const { about } = await askedByLink(personId, now);
    return about.find((asked) => asked.birthDate === birthDate);
  });
}
