import type { Prisma } from "@/generated/prisma/client";
import { getRenewalDeadline } from "@/lib/admission/renewal/queries";
import { assignRenewalPlaces } from "@/lib/admission/renewal/verbs";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { DecisionError } from "@/lib/decisions/decision-error";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import type { RunInTransaction } from "@/lib/enrollment/enroll/writes";
import { getTerms } from "@/lib/enrollment/terms";
import { listPlacesToConfirm } from "@/lib/family/confirmations/verbs";
import { listOpenQuestions, requireEnrollment } from "@/lib/family/queries";
import type { Locale } from "@/lib/i18n/locales";
import { requestSignInLink } from "@/lib/people/accounts/links/verbs";
import { writeFamilyEntry } from "@/lib/people/audit-log";
import { withAttemptLimit } from "@/lib/people/limits";
import { DomainError } from "@/lib/people/verb";
import { hashToken } from "@/lib/platform/crypto";
import { prisma, toQueryRunner } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { getSchoolToday } from "@/lib/school/settings";
import { findLastStudies } from "@/lib/wizard/drafts/queries";
import { carryChoices } from "@/lib/wizard/drafts/rules";
import { findRenewable, formatRenewal, readFamilyOverview, readRenewalRequest } from "./queries";

type RenewalInput = {
  yearId: number | undefined;
  stays: string[];
  accepted: boolean;
  termsUrl: string;
  /** The page showed the renewal's deadline and that places are assigned at once (admission 14). */
  renewal?: boolean;
  locale: Locale;
};

/**
 * Enrolls all renewing students in one transaction with one acceptance of the terms (families 34). Students who are
 * enrolled by now are skipped. During a renewal the places are assigned too, without notification (admission 14).
 * @throws DomainError `terms.required`, `terms_changed`, `family_changed` when it differs from the page, `renewal_over`
 */
export async function renew(personId: string, input: RenewalInput, now: Date): Promise<void> {
  const { accepted, termsUrl, locale } = input;
  if (!accepted) throw new DomainError({ field: "terms", code: "required" });
  const terms = await getTerms(locale);
  if (terms.url !== termsUrl) throw new DomainError({ code: "terms_changed" });
  const attempt = async () => {
    const requests = await createRequests(personId, input, now);
    if (requests.length === 0) return;
    const students = requests.map(({ studentId }) => studentId);
    const runInTransaction: RunInTransaction = (write) =>
      prisma().$transaction(async (tx) => {
        const references = await write(toQueryRunner(tx));
        await recordRenewals(tx, personId, students, input, now);
        return references;
      });
    await enroll(requests, { source: "form", locale, terms }, undefined, runInTransaction);
  };
  try {
    await attempt().catch((error) => {
      // A concurrent request enrolled some of them; the second attempt skips those.
      if (error instanceof AppError && error.code === "duplicate") return attempt();
      throw error;
    });
  } catch (error) {
    if (error instanceof AppError && ["duplicate", "not_found", "validation_failed"].includes(error.code))
      throw familyChanged();
    throw error;
  }
}

export const leavingShown = ({
  student: { name, previous },
  requestedYear,
}: NonNullable<Awaited<ReturnType<typeof findRenewable>>>) => ({
  leaving: { name, before: [previous?.reference, previous?.state, previous?.names], year: requestedYear.id },
});

/**
 * Saves whether a student leaves; does not change the current year.
 * @param reference enrollment of the year before
 * @throws DecisionError `day_is_over` when there is no renewal, or not of this person
 */
export async function setLeaving(
  personId: string,
  reference: string,
  isLeaving: boolean,
  now: Date,
): Promise<void> {
  const renewable = await findRenewable(personId, reference, now, "es");
  if (!renewable) throw new DecisionError("day_is_over");
  const key = { studentId: renewable.student.id, schoolYearId: renewable.requestedYear.id };
  const data = { answer: "leave", answeredAt: now } as const;
  await prisma().$transaction(async (tx) => {
    await requireEnrollment(tx, personId, reference, "sender", now);
    if (isLeaving)
      await tx.goingOn.upsert({
        where: { studentId_schoolYearId: key },
        create: { ...key, ...data },
        update: data,
        select: { studentId: true },
      });
    else await tx.goingOn.deleteMany({ where: key });
    await writeFamilyEntry(tx, personId, isLeaving ? "not_going_on" : "going_on_after_all", reference);
  });
}

export type RenewalRequest = NonNullable<Awaited<ReturnType<typeof readRenewalRequest>>>;

export const renewalShown = ({ requestedYear, until, open }: RenewalRequest) =>
  Object.fromEntries(
    open.map(({ id, name, previous, next }) => [
      `answer-${id}`,
      {
        name,
        before: [previous.reference, previous.state, previous.names],
        next: next && [formatRenewal({ id, next }), next.names, next.price],
        year: [requestedYear.id, until],
      },
    ]),
  );

type Answers = Omit<RenewalInput, "renewal"> & {
  leaving: string[];
  changes: boolean;
  /** As returned by `getClientAddress`. */
  address: string;
};

/**
 * Saves the family's answers: all renewals or none, then those who leave. For changes it sends a mail with a sign-in
 * link, because the wizard shows stored data.
 * @throws DomainError, DecisionError
 */
export async function answerRenewal(
  personId: string,
  { leaving, changes, address, ...renewal }: Answers,
  now: Date,
): Promise<void> {
  if (renewal.stays.length > 0) await renew(personId, { ...renewal, renewal: true }, now);
  for (const reference of leaving) await setLeaving(personId, reference, true, now);
  if (!changes) return;
  const where = { id: personId };
  const { email } = await prisma().person.findUniqueOrThrow({ where, select: { email: true } });
  await requestSignInLink(email, address);
}

export async function findLinkReader(token: string, now: Date): Promise<string | undefined> {
  const link = await prisma().answerLink.findUnique({
    where: { hash: hashToken(token), expiresAt: { gt: now } },
    select: { personId: true },
  });
  return link?.personId;
}

export async function readLinkRequests(personId: string, now: Date, locale: string) {
  const [places, questions, renewal] = await Promise.all([
    listPlacesToConfirm(personId, now, locale),
    listOpenQuestions(personId, now),
    readRenewalRequest(personId, now, locale),
  ]);
  const invited = renewal && !renewal.isOver ? [...renewal.open, ...renewal.answered] : [];
  const renewing = invited.map(({ id, previous }) => ({
    studentId: id,
    birthDate: previous.student.birthDate ? toDay(previous.student.birthDate) : undefined,
  }));
  return { places, questions, renewal, about: [...places, ...questions, ...renewing] };
}

/** The student with this birth date among those of the link; five attempts a day. */
export async function findStudentByBirthDate(
  personId: string,
  birthDate: Day,
  now: Date,
): Promise<{ studentId: string } | "wrong" | "limited"> {
  return withAttemptLimit({ "guardian birth date": personId }, async () => {
    const { about } = await readLinkRequests(personId, now, "es");
    return about.find((row) => row.birthDate === birthDate);
  });
}

const familyChanged = () => new DomainError({ code: "family_changed" });

async function createRequests(personId: string, { yearId, stays, locale }: RenewalInput, now: Date) {
  const { requestedYear, students } = await readFamilyOverview(personId, now, locale);
  if (!requestedYear || requestedYear.id !== yearId || stays.length === 0) throw familyChanged();
  const requests = stays.map(async (choice) => {
    const student = students.find(({ id, canEnroll }) => canEnroll && choice.startsWith(`${id} `));
    if (student?.requested) return [];
    if (!student?.next || formatRenewal(student) !== choice) throw familyChanged();
    const { speciality, syllabus } = student.next;
    const submitted = {
      school_year_id: requestedYear.id,
      student_speciality_option1: speciality?.id,
      student_syllabi_option1: syllabus?.id,
      ...(await readExperience(student.id, requestedYear.id)),
      terms_and_conditions: true,
    };
    return [{ kind: "returning" as const, studentId: student.id, submitted, actorId: personId }];
  });
  return (await Promise.all(requests)).flat();
}

/** The experience of the student's last enrollment, as the wizard fills it in (families 5). */
async function readExperience(studentId: string, yearId: number) {
  const [last, { byYear }] = await Promise.all([findLastStudies(studentId), getCatalogueSnapshot()]);
  if (!last) return;
  const { carried } = carryChoices(last.experience, byYear.get(last.schoolYearId), byYear.get(yearId));
  return { ...last.experience, ...carried };
}

async function recordRenewals(
  tx: Prisma.TransactionClient,
  personId: string,
  students: string[],
  { yearId, renewal }: RenewalInput,
  now: Date,
): Promise<void> {
  const schoolYearId = yearId as number;
  await tx.$executeRaw`
    insert into going_on (student_id, school_year_id, answer, answered_at)
    select id, ${schoolYearId}, 'stay', ${now} from unnest(${students}::uuid[]) as id
    on conflict (student_id, school_year_id) do update set answer = excluded.answer, answered_at = excluded.answered_at`;
  if (await getRenewalDeadline(tx, schoolYearId, await getSchoolToday(now)))
    await assignRenewalPlaces(tx, schoolYearId, students, personId, now);
  else if (renewal) throw new DomainError({ code: "renewal_over" });
}
