import type { Prisma } from "@/generated/prisma/client";
import { toDay, formatHoursMinutes, formatHoursMinutesSeconds } from "@/lib/platform/dates";
import type { CatalogueSyllabus, SchoolYear, Speciality, Subject, Syllabus } from "./schema";

/** What a syllabus is read with. */
export const syllabusColumns = {
  id: true,
  schoolYearId: true,
  name: true,
  minElectives: true,
  maxElectives: true,
  age: true,
  highestStartAge: true,
  admission: true,
  maxFailedSubjectsToPass: true,
  gradingSystemId: true,
  course: {
    select: { id: true, number: true, name: true, degree: { select: { id: true, order: true, name: true } } },
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
      subject: { select: { name: true, schoolSeconds: true, price: true, ects: true, studentRatio: true } },
    },
    orderBy: { id: "asc" },
  },
} satisfies Prisma.SyllabusSelect;

type SyllabusRow = Prisma.SyllabusGetPayload<{ select: typeof syllabusColumns }>;
type SyllabusSubjectRow = SyllabusRow["subjects"][number];

/** Interface 2.1. */
export function serializeSchoolYear(row: Prisma.SchoolYearGetPayload<object>): SchoolYear {
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
export function serializeSpeciality(row: Prisma.SpecialityGetPayload<object>): Speciality {
  return { id: row.id, name: row.name, code: row.code, school_year_id: row.schoolYearId };
}

/** Interface 2.3: hours as `HH:MM:SS`, price and ects as numbers. */
export function serializeSubject(row: Prisma.SubjectGetPayload<object>): Subject {
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
export function serializeSyllabus(row: SyllabusRow): Syllabus {
  const { degree, ...course } = row.course;
  const ofKind = (kind: SyllabusSubjectRow["kind"]) =>
    row.subjects.filter((subject) => subject.kind === kind);
  return {
    id: row.id,
    name: row.name,
    course,
    degree,
    min_electives: row.minElectives,
    max_electives: row.maxElectives,
    age: row.age,
    max_failed_subjects_to_pass: row.maxFailedSubjectsToPass,
    grading_system_id: row.gradingSystemId,
    specialities: row.specialities.map(({ speciality }) => speciality),
    subjects_mandatories: ofKind("mandatory").map(serializeSyllabusSubject),
    subjects_optionals: ofKind("optional").map(serializeSyllabusSubject),
    speciality_subjects: ofKind("speciality").flatMap((subject) =>
      subject.specialityId === null
        ? []
        : [{ ...serializeSyllabusSubject(subject), speciality_id: subject.specialityId }],
    ),
  };
}

/** Interface 2.4 and the members that only our own pages use. */
export const toCatalogueSyllabus = (row: SyllabusRow): CatalogueSyllabus => ({
  ...serializeSyllabus(row),
  highest_start_age: row.highestStartAge,
  admission: row.admission,
});

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
