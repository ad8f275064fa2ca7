import type { Prisma } from "@/generated/prisma/client";
import { DecisionError } from "@/lib/decisions/decision-error";
import { getPlaceNames } from "@/lib/decisions/place";
import { recordDisagreement } from "@/lib/decisions/verbs";
import { translateTerms } from "@/lib/enrollment/terms";
import { parseFamilyText } from "@/lib/family/verbs";
import type { Locale } from "@/lib/i18n/locales";
import { formatName, isMinor } from "@/lib/people/accounts/family-role";
import { writeFamilyEntry } from "@/lib/people/audit-log";
import { withAttemptLimit } from "@/lib/people/limits";
import { decrypt, encrypt } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

/** The children for whom a named second guardian has to answer. */
export async function listUnansweredChildren(personId: string, now: Date): Promise<string[]> {
  const { second_guardian } = await getSettings();
  if (second_guardian === "not_asked") return [];
  return (await listChildren(prisma(), personId, now)).map(({ id }) => id);
}

/** Whether a set-up link belongs to a second guardian who is only named. */
export async function isUnconfirmedGuardian(personId: string, now: Date): Promise<boolean> {
  if ((await listUnansweredChildren(personId, now)).length === 0) return false;
  const guardianOf = { none: { OR: [{ position: 1 }, { confirmedAt: { not: null } }] } };
  const onlyNamed = { account: null, enrollments: { none: {} }, guardianOf };
  return (await prisma().person.count({ where: { id: personId, ...onlyNamed } })) > 0;
}

/** The child with this birth date; five attempts a day per named guardian. */
export async function findChildByBirthDate(
  personId: string,
  birthDate: Day,
  now: Date,
): Promise<{ studentId: string } | "wrong" | "limited"> {
  const child = await withAttemptLimit({ "guardian birth date": personId }, async () => {
    const children = await listChildren(prisma(), personId, now);
    return children.find((row) => row.birthDate && toDay(row.birthDate) === birthDate);
  });
  return typeof child === "string" ? child : { studentId: child.id };
}

export type GuardianRequest = NonNullable<Awaited<ReturnType<typeof readGuardianRequest>>>;

type GuardianshipInput = { personId: string; studentId: string; locale: Locale };

/** What a named guardian sees before answering, without addresses, documents and texts; undefined without a request. */
export async function readGuardianRequest({ personId, studentId, locale }: GuardianshipInput, now: Date) {
  const children = await listChildren(prisma(), personId, now);
  if (!children.some(({ id }) => id === studentId)) return;
  const row = await findNewestEnrollment(prisma(), studentId);
  if (!row) return;
  const { student, specialityChoices, syllabusChoices, schoolYearId } = row;
  const choices = [
    ...specialityChoices.map(({ specialityId }) => ({ specialityId, syllabusId: null })),
    ...syllabusChoices.map(({ syllabusId }) => ({ specialityId: null, syllabusId })),
  ];
  const names = await Promise.all(choices.map((place) => getPlaceNames(schoolYearId, place, locale)));
  const first = student.guardians[0]?.guardian;
  return {
    reference: row.reference,
    student: formatName(student),
    guardian: first ? formatName(first) : "",
    year: row.schoolYear.year,
    choices: names.flatMap(({ speciality, syllabus }) => speciality ?? syllabus ?? []),
    termsUrl: (await translateTerms(prisma(), row, locale)).url,
  };
}

/**
 * "I confirm": activates the guardian's rights and stores consent to the terms of the enrollment.
 * @throws DecisionError `not_their_own` when there is nothing to answer
 */
export async function confirmGuardian(
  tx: Prisma.TransactionClient,
  { personId, studentId, locale }: GuardianshipInput,
  now: Date,
): Promise<void> {
  const enrollment = await saveAnswer(tx, { personId, studentId }, { confirmedAt: now }, now);
  const terms = await translateTerms(tx, enrollment, locale);
  await tx.consent.create({
    data: {
      enrollmentId: enrollment.id,
      personId,
      termsUrl: terms.url,
      termsTextId: terms.textId,
      acceptedAt: now,
      locale,
    },
    select: { personId: true },
  });
  await writeFamilyEntry(tx, personId, "guardian_confirmed", enrollment.reference);
}

export const confirmGuardianSignedIn = (input: GuardianshipInput, now: Date): Promise<void> =>
  prisma().$transaction((tx) => confirmGuardian(tx, input, now));

/** "I am not this child's guardian": shown to the desk; removes all access. */
export async function denyGuardian(personId: string, studentId: string, now: Date): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { reference } = await saveAnswer(tx, { personId, studentId }, { deniedAt: now }, now);
    await writeFamilyEntry(tx, personId, "guardian_denied", reference);
  });
}

/** "I disagree": a text to the school; confirms nothing. @throws DomainError about the text */
export async function disagreeAsGuardian(
  personId: string,
  studentId: string,
  text: string,
  now: Date,
): Promise<void> {
  const words = parseFamilyText(text);
  await prisma().$transaction(async (tx) => {
    const { reference } = await saveAnswer(tx, { personId, studentId }, {}, now);
    await recordDisagreement(tx, { reference, guardianId: personId, words }, now);
  });
}

const LIFETIME_MS = 3600 * 1000;

/** Token for one hour after a named guardian has given the child's birth date. */
export const createGuardianToken = (personId: string, studentId: string, now: Date): string =>
  encrypt(JSON.stringify({ studentId, until: now.getTime() + LIFETIME_MS }), toContext(personId)).toString(
    "base64url",
  );

export function readGuardianToken(token: string | undefined, personId: string, now: Date) {
  if (!token) return;
  const content = decrypt(Buffer.from(token, "base64url"), toContext(personId));
  if (content === undefined) return;
  const { studentId, until } = JSON.parse(content) as { studentId: string; until: number };
  return now.getTime() < until ? studentId : undefined;
}

/** A second guardian without an answer who is not kept apart. */
const whereUnanswered = (guardianId: string) =>
  ({
    guardianId,
    position: { gt: 1 },
    confirmedAt: null,
    deniedAt: null,
    keptApart: false,
  }) satisfies Prisma.GuardianshipWhereInput;

async function saveAnswer(
  tx: Prisma.TransactionClient,
  { personId, studentId }: { personId: string; studentId: string },
  data: Prisma.GuardianshipUpdateManyMutationInput,
  now: Date,
) {
  const children = await listChildren(tx, personId, now);
  const { count } = await tx.guardianship.updateMany({
    where: { studentId, ...whereUnanswered(personId) },
    data,
  });
  const enrollment = await findNewestEnrollment(tx, studentId);
  if (count === 0 || !enrollment || !children.some(({ id }) => id === studentId))
    throw new DecisionError("not_their_own");
  return enrollment;
}

async function listChildren(tx: Prisma.TransactionClient, personId: string, now: Date) {
  const today = await getSchoolToday(now);
  const rows = await tx.guardianship.findMany({
    where: whereUnanswered(personId),
    select: { student: { select: { id: true, birthDate: true } } },
  });
  return rows.map(({ student }) => student).filter(({ birthDate }) => isMinor(birthDate, today));
}

const findNewestEnrollment = (tx: Prisma.TransactionClient, studentId: string) =>
  tx.enrollment.findFirst({
    where: { studentId },
    orderBy: { createdAt: "desc" },
    select: {
      id: true,
      reference: true,
      schoolYearId: true,
      termsUrl: true,
      termsText: { select: { id: true, version: true } },
      schoolYear: { select: { year: true } },
      specialityChoices: { orderBy: { option: "asc" }, select: { specialityId: true } },
      syllabusChoices: { orderBy: { option: "asc" }, select: { syllabusId: true } },
      student: {
        select: {
          name: true,
          surname: true,
          guardians: {
            where: { position: 1 },
            select: { guardian: { select: { name: true, surname: true } } },
          },
        },
      },
    },
  });

const toContext = (personId: string) => `guardian ${personId}`;
