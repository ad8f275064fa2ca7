import type { Prisma } from "@/generated/prisma/client";
import { createCache } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, formatHoursMinutes, formatHoursMinutesSeconds, getAge, toDay } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { Representation } from "@/lib/platform/representation";
import { type MaybePromise, thenSync } from "@/lib/platform/when-ready";
import { getSchoolToday, type Settings } from "@/lib/school/settings";
import type {
  CatalogueSpeciality,
  CatalogueSyllabus,
  SchoolYear,
  Speciality,
  Subject,
  Syllabus,
} from "./schema";

/** A school year's catalogue: values for rules and forms, serialised responses for the API. */
export type YearCatalogue = {
  specialities: Catalogue<CatalogueSpeciality>;
  subjects: Catalogue<Subject>;
  syllabi: Catalogue<CatalogueSyllabus>;
};

export type CatalogueSnapshot = {
  /** In order of their start. */
  schoolYears: SchoolYear[];
  byYear: Map<number, YearCatalogue>;
};

const names = { nameCa: true, nameEn: true } as const;

const syllabusColumns = {
  id: true,
  schoolYearId: true,
  name: true,
  ...names,
  minElectives: true,
  maxElectives: true,
  age: true,
  highestStartAge: true,
  admission: true,
  maxFailedSubjectsToPass: true,
  gradingSystemId: true,
  course: {
    select: {
      id: true,
      number: true,
      name: true,
      ...names,
      degree: { select: { id: true, order: true, name: true, ...names } },
    },
  },
  specialities: {
    select: { speciality: { select: { id: true, name: true, code: true } } },
    orderBy: { specialityId: "asc" },
  },
  subjects: {
    select: {
      id: true,
      subjectId: true,
      kind: true,
      specialityId: true,
      classesPerWeek: true,
      subject: {
        select: { name: true, ...names, schoolSeconds: true, price: true, ects: true, studentRatio: true },
      },
    },
    orderBy: { id: "asc" },
  },
} satisfies Prisma.SyllabusSelect;

type SyllabusRow = Prisma.SyllabusGetPayload<{ select: typeof syllabusColumns }>;
type SyllabusSubjectRow = SyllabusRow["subjects"][number];

/** A syllabus of the API (2.4) with the members for our own pages. */
function toCatalogueSyllabus(row: SyllabusRow): CatalogueSyllabus {
  const apiSyllabus = serializeSyllabus(row);
  const subjects = new Map(row.subjects.map(({ id, subject }) => [id, toNames(subject)]));
  const named = <T extends { id: number }>(subject: T) => ({ ...subject, names: subjects.get(subject.id) });
  return {
    ...apiSyllabus,
    names: toNames(row),
    course: { ...apiSyllabus.course, names: toNames(row.course) },
    degree: { ...apiSyllabus.degree, names: toNames(row.course.degree) },
    subjects_mandatories: apiSyllabus.subjects_mandatories.map(named),
    speciality_subjects: apiSyllabus.speciality_subjects.map(named),
    highest_start_age: row.highestStartAge,
    admission: row.admission,
  };
}

const toNames = ({ nameCa, nameEn }: { nameCa: string | null; nameEn: string | null }) => ({
  ca: nameCa,
  en: nameEn,
});

type Catalogue<T> = { items: T[]; ids: Set<number>; representation: Representation };

/** The catalogue of every school year, cached. */
export const getCatalogueSnapshot = createCache("catalogue", "catalogue", loadSnapshot);

/** Interface 4.1: the current school year and, if one exists, the next one. */
export async function listSchoolYears(): Promise<Representation> {
  return getEnrollableYears(await getCatalogueSnapshot(), await getSchoolToday());
}

/** A list of a school year (4.1). @throws AppError `school_year_unavailable` for an unknown year */
export function getYearList(schoolYearId: number, list: keyof YearCatalogue): MaybePromise<Representation> {
  return thenSync(getCatalogueSnapshot(), ({ byYear }) => {
    const year = byYear.get(schoolYearId);
    if (year) return year[list].representation;
    throw new AppError("validation_failed", [{ field: "school_year_id", code: "school_year_unavailable" }]);
  });
}

/** The school years that are open for enrollment on `day` (4.1): the earliest that has not ended, and the next. */
export function listEnrollableYears(schoolYears: SchoolYear[], day: Day): SchoolYear[] {
  const [current, ...later] = schoolYears.filter(({ end_school_year }) => end_school_year >= day);
  const next = later.find(({ start_school_year }) => start_school_year > (current?.start_school_year ?? ""));
  return [current, next].filter((year) => year !== undefined);
}

/** The age of a student at the start of a course, in full years; with "birth_year" the age reached in that year. */
export function getAgeAtStart(birth: Day, start: Day, by: Settings["course_age"]): number {
  return by === "birthday" ? getAge(birth, start) : getYear(start) - getYear(birth);
}

/** Interface 2.1. */
function serializeSchoolYear(row: Prisma.SchoolYearGetPayload<object>): SchoolYear {
  return {
    id: row.id,
    start_enrollment: toDay(row.startEnrollment),
    start_school_year: toDay(row.startSchoolYear),
    end_enrollment: row.endEnrollment && toDay(row.endEnrollment),
    end_school_year: toDay(row.endSchoolYear),
    year: row.year,
  };
}

/** Interface 2.2. */
function serializeSpeciality(row: Prisma.SpecialityGetPayload<object>): Speciality {
  return { id: row.id, name: row.name, code: row.code, school_year_id: row.schoolYearId };
}

/** Interface 2.3: hours as `HH:MM:SS`, price and ECTS as numbers. */
function serializeSubject(row: Prisma.SubjectGetPayload<object>): Subject {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    school_hours: formatHoursMinutesSeconds(row.schoolSeconds),
    price: row.price.toNumber(),
    student_ratio: row.studentRatio,
    ects: row.ects.toNumber(),
    is_individual: row.isIndividual,
    school_year_id: row.schoolYearId,
  };
}

/** Interface 2.4: hours of its subjects as `HH:MM`. */
function serializeSyllabus(row: SyllabusRow): Syllabus {
  const { id, number, name, degree } = row.course;
  const listOfKind = (kind: SyllabusSubjectRow["kind"]) =>
    row.subjects.filter((subject) => subject.kind === kind);
  return {
    id: row.id,
    name: row.name,
    course: { id, number, name },
    degree: { id: degree.id, order: degree.order, name: degree.name },
    min_electives: row.minElectives,
    max_electives: row.maxElectives,
    age: row.age,
    max_failed_subjects_to_pass: row.maxFailedSubjectsToPass,
    grading_system_id: row.gradingSystemId,
    specialities: row.specialities.map(({ speciality }) => speciality),
    subjects_mandatories: listOfKind("mandatory").map(serializeSyllabusSubject),
    subjects_optionals: listOfKind("optional").map(serializeSyllabusSubject),
    speciality_subjects: listOfKind("speciality").flatMap((subject) =>
      subject.specialityId === null
        ? []
        : [{ ...serializeSyllabusSubject(subject), speciality_id: subject.specialityId }],
    ),
  };
}

function serializeSyllabusSubject({ id, subjectId, classesPerWeek, subject }: SyllabusSubjectRow) {
  return {
    id,
    subject_id: subjectId,
    name: subject.name,
    school_hours: formatHoursMinutes(subject.schoolSeconds),
    classes_per_week: classesPerWeek,
    price: subject.price.toNumber(),
    ects: subject.ects.toNumber(),
    student_ratio: subject.studentRatio,
  };
}

/** Reads again while the version changes, so that a snapshot is consistent. */
async function loadSnapshot(): Promise<CatalogueSnapshot> {
  for (;;) {
    const version = await readVersion();
    const snapshot = await readSnapshot();
    if (version === (await readVersion())) return snapshot;
  }
}

async function readVersion(): Promise<bigint | undefined> {
  const row = await prisma().changeVersion.findUnique({
    where: { topic: "catalogue" },
    select: { version: true },
  });
  return row?.version;
}

async function readSnapshot(): Promise<CatalogueSnapshot> {
  const [years, specialities, subjects, syllabi] = await Promise.all([
    prisma().schoolYear.findMany({ orderBy: [{ startSchoolYear: "asc" }, { id: "asc" }] }),
    prisma().speciality.findMany({ orderBy: { id: "asc" } }),
    prisma().subject.findMany({ orderBy: { id: "asc" } }),
    prisma().syllabus.findMany({ orderBy: { id: "asc" }, select: syllabusColumns }),
  ]);
  const schoolYears = years.map(serializeSchoolYear);
  const ofYear = <T extends { schoolYearId: number }>(rows: T[], id: number) =>
    rows.filter((row) => row.schoolYearId === id);
  return {
    schoolYears,
    byYear: new Map(
      schoolYears.map(({ id }) => [
        id,
        {
          specialities: createCatalogue(
            ofYear(specialities, id).map((row) => ({ ...serializeSpeciality(row), names: toNames(row) })),
            ofYear(specialities, id).map(serializeSpeciality),
          ),
          subjects: createCatalogue(ofYear(subjects, id).map(serializeSubject)),
          syllabi: createCatalogue(
            ofYear(syllabi, id).map(toCatalogueSyllabus),
            ofYear(syllabi, id).map(serializeSyllabus),
          ),
        },
      ]),
    ),
  };
}

/** @param apiItems the API's items, where they have fewer members than `items` */
function createCatalogue<T extends { id: number }>(items: T[], apiItems: unknown[] = items): Catalogue<T> {
  return { items, ids: new Set(items.map(({ id }) => id)), representation: new Representation(apiItems) };
}

/** Bounds the cache: sandboxes can set any date. */
const MAX_CACHED_DAYS = 50;

const enrollableCache = new WeakMap<CatalogueSnapshot, Map<Day, Representation>>();

function getEnrollableYears(snapshot: CatalogueSnapshot, day: Day): Representation {
  const days = enrollableCache.get(snapshot) ?? new Map<Day, Representation>();
  enrollableCache.set(snapshot, days);
  let representation = days.get(day);
  if (!representation) {
    if (days.size >= MAX_CACHED_DAYS) days.clear();
    representation = new Representation(listEnrollableYears(snapshot.schoolYears, day));
    days.set(day, representation);
  }
  return representation;
}

const getYear = (day: Day) => Number(day.slice(0, 4));
