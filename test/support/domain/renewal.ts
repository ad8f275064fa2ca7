import { decideAndNotify } from "@/lib/decisions/verbs";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { getTerms } from "@/lib/enrollment/terms";
import { type FamilyStudent, formatRenewal, readFamilyOverview } from "@/lib/family/renewal/queries";
import { renew } from "@/lib/family/renewal/verbs";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, toLocalDay } from "@/lib/platform/dates";
import { seedDemoSchool } from "../data/demo-school";
import { aMinor } from "../data/factories";

export type StudentData = { name: string; birthDate: string; course: string; instrument?: string };

/** Followed by a course for age seven. */
export const firstYearStudent: StudentData = {
  name: "Nil",
  birthDate: "2018-10-01",
  course: "Iniciación, 6 años",
};

const now = new Date();

/** The demo school with an open next year, and families with places. */
export async function seedRenewalSchool() {
  const { current, next } = await seedDemoSchool();
  const { startSchoolYear, year: nextName } = await prisma().schoolYear.update({
    where: { id: next.id },
    data: { startEnrollment: new Date("2020-01-01") },
  });
  invalidate("catalogue");
  const years = {
    current: current.id,
    next: next.id,
    nextName,
    begins: startSchoolYear.toISOString().slice(0, 10),
  };
  const termsUrl = (await getTerms("en")).url;
  const syllabus = async (year: number, name: string) =>
    (await prisma().syllabus.findFirstOrThrow({ where: { schoolYearId: year, name } })).id;
  const speciality = async (year: number, name: string) =>
    (await prisma().speciality.findFirstOrThrow({ where: { schoolYearId: year, name } })).id;

  /** A guardian of notified students with places. */
  async function aFamilyWith(children: StudentData[], changes: Parameters<typeof aMinor>[0] = {}) {
    const first = aMinor({ guardians: 2, ...changes });
    const guardian = Object.fromEntries(Object.entries(first).filter(([field]) => /guardian/.test(field)));
    const bodies = children.map(({ name, birthDate }) => ({
      ...aMinor(),
      ...guardian,
      student_name: name,
      student_birth_date: birthDate,
      // Differs from the assigned place.
      student_speciality_option1: undefined,
    }));
    const { reference, moreReferences } = await enroll(
      bodies.map((submitted) => ({ kind: "minor" as const, submitted })),
      { source: "form", locale: "en" },
    );
    for (const [index, studentReference] of [reference, ...moreReferences].entries()) {
      const { course, instrument } = children[index] as StudentData;
      const place = {
        syllabusId: await syllabus(years.current, course),
        specialityId: instrument ? await speciality(years.current, instrument) : undefined,
      };
      await decideAndNotify(
        { reference: studentReference, to: "accepted", tell: "now", ...place },
        { kind: "command" },
        now,
      );
    }
    const person = async (email: string | undefined) =>
      (await prisma().person.findFirstOrThrow({ where: { email } })).id;
    return {
      references: [reference, ...moreReferences],
      guardian: await person(first.guardian_email),
      second: await person(first.second_guardian_email),
    };
  }

  const listRenewalCandidates = async (guardian: string) =>
    (await readFamilyOverview(guardian, now, "es")).students.filter((row) => row.next && !row.isLeaving);

  const submitRenewal = async (
    guardianId: string,
    students: Pick<FamilyStudent, "id" | "next">[],
    changes = {},
  ) =>
    renew(
      guardianId,
      {
        yearId: years.next,
        stays: students.map(formatRenewal),
        accepted: true,
        termsUrl,
        locale: "en",
        ...changes,
      },
      now,
    );

  /** Limits the next course of beginners, and empties it. */
  const limitNextCourse = async (places: number) => {
    const limit = { schoolYearId: years.next, syllabusId: await syllabus(years.next, "Iniciación, 7 años") };
    await prisma().place.deleteMany({ where: limit });
    await prisma().place.create({ data: { ...limit, places } });
    await prisma().enrollment.deleteMany({ where: { schoolYearId: years.next } });
  };

  /** Opens the renewal until a day. */
  const openUntil = (day: string) => {
    const answerBy = new Date(day);
    return prisma().renewal.upsert({
      where: { schoolYearId: years.next },
      create: { schoolYearId: years.next, answerBy, askedAt: now },
      update: { answerBy },
    });
  };

  /** Status and decisions for the next year. */
  const readStatuses = async (guardian: string) =>
    (
      await prisma().enrollment.findMany({
        where: { schoolYearId: years.next, student: { guardians: { some: { guardianId: guardian } } } },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: { state: true, decidedState: true, decisions: { select: { status: true, withList: true } } },
      })
    ).map(({ state, decidedState, decisions }) => [state, decidedState, decisions]);

  return {
    years,
    termsUrl,
    syllabus,
    speciality,
    aFamilyWith,
    listRenewalCandidates,
    submitRenewal,
    limitNextCourse,
    openUntil,
    readStatuses,
  };
}

export type RenewalSchool = Awaited<ReturnType<typeof seedRenewalSchool>>;

/** A place that was not notified, and none. */
export const grantedRenewal = ["pending", "accepted", [{ status: "untold", withList: true }]];
export const pendingRenewal = ["pending", "pending", []];

/** A date in the school's time zone. */
export const getDayFromToday = (days = 0) => addDays(toLocalDay("Europe/Madrid"), days);
