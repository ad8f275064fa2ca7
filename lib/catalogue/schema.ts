import { z } from "zod";

const id = z.int();
const day = z.iso.date();
const hours = z.string().regex(/^\d{2,}:[0-5]\d$/);

/** Interface 2.1. */
export const schoolYear = z
  .object({
    id,
    start_enrollment: day,
    start_school_year: day,
    end_enrollment: day.nullable(),
    end_school_year: day,
    year: z.string().regex(/^\d{4}\/\d{4}$/),
  })
  .meta({ id: "SchoolYear" });

/** Interface 2.2. */
export const speciality = z
  .object({ id, name: z.string(), code: z.string().nullable(), school_year_id: id })
  .meta({ id: "Speciality" });

/** Interface 2.3. */
export const subject = z
  .object({
    id,
    code: z.string().nullable(),
    name: z.string(),
    school_hours: z.string().regex(/^\d{2,}:[0-5]\d:[0-5]\d$/),
    price: z.number(),
    student_ratio: z.int(),
    ects: z.number(),
    is_individual: z.boolean(),
    school_year_id: id,
  })
  .meta({ id: "Subject" });

/** Interface 2.4, the mandatory-subject object; an optional subject has the same members. */
export const syllabusSubject = z
  .object({
    id,
    subject_id: id,
    name: z.string(),
    school_hours: hours,
    classes_per_week: z.int(),
    price: z.number(),
    ects: z.number(),
    student_ratio: z.int(),
  })
  .meta({ id: "SyllabusSubject" });

/** Not shown in 2.4: a subject that only the students of one speciality take. */
export const specialitySubject = syllabusSubject
  .extend({ speciality_id: id })
  .meta({ id: "SpecialitySubject" });

/** Not shown in 2.4: a speciality in which the syllabus is taught. */
export const syllabusSpeciality = speciality
  .omit({ school_year_id: true })
  .meta({ id: "SyllabusSpeciality" });

/** Interface 2.4. */
export const syllabus = z
  .object({
    id,
    name: z.string(),
    course: z.object({ id, number: z.int(), name: z.string() }),
    degree: z.object({ id, order: z.int(), name: z.string() }),
    min_electives: z.int(),
    max_electives: z.int(),
    age: z.int(),
    max_failed_subjects_to_pass: z.int(),
    grading_system_id: id,
    specialities: z.array(syllabusSpeciality),
    subjects_mandatories: z.array(syllabusSubject),
    subjects_optionals: z.array(syllabusSubject),
    speciality_subjects: z.array(specialitySubject),
  })
  .meta({ id: "Syllabus" });

export type SchoolYear = z.output<typeof schoolYear>;
export type Speciality = z.output<typeof speciality>;
export type Subject = z.output<typeof subject>;
export type Syllabus = z.output<typeof syllabus>;
