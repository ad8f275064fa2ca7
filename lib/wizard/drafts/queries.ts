import { getClaimForms, listAskingRounds } from "@/lib/admission/claims/queries";
import { listRenewals } from "@/lib/admission/renewal/queries";
import { getNameIn, joinNames } from "@/lib/catalogue/names";
import { type CatalogueSnapshot, getCatalogueSnapshot, listEnrollableYears } from "@/lib/catalogue/queries";
import { teaches } from "@/lib/catalogue/suggest-courses";
import { NO_PLACE } from "@/lib/decisions/place";
import { getNotifiedPlace } from "@/lib/decisions/writes";
import { fieldRows } from "@/lib/enrollment/fields";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { getEnrollmentWindow, type SchoolContext } from "@/lib/enrollment/rules";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { listCallingCodes } from "@/lib/reference/phone-numbers";
import { experienceOptions } from "@/lib/reference/values";
import { getSettings, type Settings } from "@/lib/school/settings";
import type { Answers } from "@/lib/wizard/types";

export type FormSchool = ReturnType<typeof buildSchool>;

/**
 * The open years with their catalogues, and the settings; the same object until something changes.
 * @param draft of existing students only, for whom a year in renewal is open too
 */
export async function getFormSchool(draft?: Students): Promise<FormSchool> {
  const [context, snapshot, school, rounds] = await Promise.all([
    getSchoolContext(),
    getCatalogueSnapshot(),
    getSettings(),
    listAskingRounds(),
  ]);
  const { today } = context;
  const renewing = draft && isReturning(draft) ? [...(await listRenewals(today)).keys()].join(" ") : "";
  const inputs = { snapshot, settings: school, rounds, today, renewing };
  const cached = cacheByRenewing.get(renewing);
  if (cached && (Object.keys(inputs) as (keyof Inputs)[]).every((key) => cached[key] === inputs[key]))
    return cached.school;

  const entry = { ...inputs, school: buildSchool(context, inputs) };
  cacheByRenewing.set(renewing, entry);
  return entry.school;
}

type Students = { student?: string; children?: { student?: string }[] };

const isReturning = ({ student, children = [] }: Students) =>
  [{ student }, ...children].every((child) => child.student !== undefined);

/**
 * Fills in the school year when only one is open. Otherwise, or when the answered year has closed, the family is asked.
 */
export function addOnlyYear(answers: Answers, { openYears }: FormSchool): Answers {
  return openYears.length === 1 && answers.school_year_id === undefined
    ? { ...answers, school_year_id: openYears[0]?.id }
    : answers;
}

/** A course, optionally with an instrument, chosen before the wizard. */
type ChosenCourse = NonNullable<ReturnType<typeof readChosen>>;

type Query = Record<string, string | string[] | undefined>;

/** The course, instrument and experience of an address, where an open year offers them. */
export function readChosen(query: Query, school: FormSchool) {
  for (const { id: year } of school.openYears) {
    const catalogue = school.getCatalogue(year);
    const course = catalogue?.syllabi.items.find(({ id }) => String(id) === query.course);
    if (!course) continue;
    const chosen = catalogue?.specialities.items.find(({ id }) => String(id) === query.instrument);
    const instrument = chosen && teaches(course, chosen.id) ? chosen : undefined;
    const experience = experienceOptions.find(({ key }) => key === query.played)?.key;
    const chosenQuery = [
      `?course=${course.id}`,
      ...(instrument ? [`instrument=${instrument.id}`] : []),
      ...(experience ? [`played=${experience}`] : []),
    ].join("&");
    return { course, instrument, experience, year, query: chosenQuery };
  }
}

export const typedChoice = ({ course, instrument, experience }: ChosenCourse) => ({
  student_syllabi_option1: String(course.id),
  ...(instrument && { student_speciality_option1: String(instrument.id) }),
  ...(experience && { student_experience_years: experience }),
});

/** A student's last notified studies, else those requested last; undefined without an enrollment. */
export async function findLastStudies(studentId: string, locale = "es") {
  const last = await prisma().enrollment.findFirst({
    where: { studentId },
    orderBy: { createdAt: "desc" },
    select: {
      id: true,
      schoolYearId: true,
      schoolYear: { select: { year: true } },
      state: true,
      experienceYears: true,
      experienceSpecialityId: true,
      specialityChoices: { orderBy: { option: "asc" }, select: { option: true, specialityId: true } },
      syllabusChoices: { orderBy: { option: "asc" }, select: { syllabusId: true } },
    },
  });
  if (!last) return;
  const { schoolYearId, schoolYear } = last;
  const place = last.state === "accepted" ? await getNotifiedPlace(prisma(), last.id) : NO_PLACE;
  const { specialityId, syllabusId } = place;
  const specialities = specialityId === null ? last.specialityChoices : [{ option: 1, specialityId }];
  const syllabi = syllabusId === null ? last.syllabusChoices : [{ syllabusId }];
  const catalogue = (await getCatalogueSnapshot()).byYear.get(schoolYearId);
  const studies = [
    ...specialities.map((chosen) =>
      catalogue?.specialities.items.find(({ id }) => id === chosen.specialityId),
    ),
    ...syllabi.map((chosen) => catalogue?.syllabi.items.find(({ id }) => id === chosen.syllabusId)),
  ];
  return {
    schoolYearId,
    year: schoolYear.year,
    courses: joinNames(
      studies.map((item) => item && getNameIn(item, locale)),
      ", ",
    ),
    experience: {
      student_experience_years: last.experienceYears ?? undefined,
      student_experience_speciality: last.experienceSpecialityId ?? undefined,
    },
    specialities: Object.fromEntries(
      fieldRows.flatMap(([name, { stored }]) => {
        if (stored?.in !== "specialities") return [];
        const chosen = specialities.find(({ option }) => option === stored.option);
        return chosen ? [[name, chosen.specialityId]] : [];
      }),
    ),
  };
}

type Inputs = {
  snapshot: CatalogueSnapshot;
  settings: Settings;
  rounds: Awaited<ReturnType<typeof listAskingRounds>>;
  today: Day;
  renewing: string;
};

/** By `renewing`; few entries. */
const cacheByRenewing = new Map<string, Inputs & { school: FormSchool }>();

function buildSchool(context: SchoolContext, { snapshot, settings: school, rounds, renewing }: Inputs) {
  const years = listEnrollableYears(snapshot.schoolYears, context.today);
  const renewingYears = renewing.split(" ");
  const openYears = years.filter(
    (year) => getEnrollmentWindow(year, context.today) === "open" || renewingYears.includes(String(year.id)),
  );
  const openIds = new Set(openYears.map(({ id }) => id));
  return {
    /** For the rules: with the open years only. */
    context: { ...context, schoolYears: context.schoolYears.filter(({ id }) => openIds.has(id)) },
    /** The current and the next school year, open or not. */
    years,
    openYears,
    prefixes: listCallingCodes(school.supported_countries).map(({ prefix }) => prefix),
    settings: school,
    getCatalogue: (yearId: number) => snapshot.byYear.get(yearId),
    merits: getClaimForms(rounds, context.today),
  };
}
