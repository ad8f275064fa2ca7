import { z } from "zod";
import type { Named } from "./names";

const id = z.int().meta({ description: "Identifier.", examples: [26001] });
const schoolYearIdSchema = id.meta({ description: "The school year that it belongs to.", examples: [26] });
const code = z.string().nullable().describe("The school's own code; null when it has none.");
const order = z.int().describe("Position in its list.");
const day = z.iso.date().meta({ examples: ["2026-09-14"] });
const hours = z
  .string()
  .regex(/^\d{2,}:[0-5]\d$/)
  .meta({ description: "Hours of class per week, `HH:MM`.", examples: ["01:30"] });
const price = z
  .number()
  .describe(
    "What a student pays for the subject, in euros: for the school year or, if the school charges monthly, for a month.",
  );
const ects = z.number().describe("ECTS credits.");
const ratio = z.int().describe("Students per teacher.");

/** Interface 2.1. */
export const schoolYearSchema = z
  .object({
    id,
    start_enrollment: day.describe("First day of the enrollment period."),
    start_school_year: day.describe("First day of the school year."),
    end_enrollment: day.nullable().describe("Last day of the enrollment period; null when it has no end."),
    end_school_year: day.describe("Last day of the school year."),
    year: z
      .string()
      .regex(/^\d{4}\/\d{4}$/)
      .meta({ description: "The year's label.", examples: ["2026/2027"] }),
  })
  .meta({ id: "SchoolYear" });

/** Interface 2.2. */
export const specialitySchema = z
  .object({
    id,
    name: z.string().describe("The speciality's name, usually an instrument."),
    code,
    school_year_id: schoolYearIdSchema,
  })
  .meta({ id: "Speciality" });

/** Interface 2.3. */
export const subjectSchema = z
  .object({
    id,
    code,
    name: z.string().describe("The subject's name."),
    school_hours: z
      .string()
      .regex(/^\d{2,}:[0-5]\d:[0-5]\d$/)
      .meta({ description: "Hours of class per week, `HH:MM:SS`.", examples: ["01:30:00"] }),
    price,
    student_ratio: ratio,
    ects,
    is_individual: z.boolean().describe("Whether it is taught individually."),
    school_year_id: schoolYearIdSchema,
  })
  .meta({ id: "Subject" });

/** Interface 2.4, the mandatory-subject object; an optional subject has the same members. */
const syllabusSubjectSchema = z
  .object({
    id,
    subject_id: id.describe("The subject, by its `id` in that school year's list."),
    name: z.string().describe("The subject's name."),
    school_hours: hours,
    classes_per_week: z.int().describe("Classes per week."),
    price,
    ects,
    student_ratio: ratio,
  })
  .meta({ id: "SyllabusSubject" });

/** Not in 2.4: a subject for students of one speciality only. */
const specialitySubjectSchema = syllabusSubjectSchema
  .extend({ speciality_id: id.describe("The speciality whose students take it.") })
  .meta({ id: "SpecialitySubject" });

/** Not in 2.4: a speciality of the syllabus. */
const syllabusSpecialitySchema = specialitySchema
  .omit({ school_year_id: true })
  .meta({ id: "SyllabusSpeciality" });

/** Interface 2.4. */
export const syllabusSchema = z
  .object({
    id,
    name: z.string().describe("The syllabus's name. If empty, use the names of course and degree."),
    course: z.object({
      id,
      number: order.describe("The course's number in its degree."),
      name: z.string().describe("The course's name."),
    }),
    degree: z.object({ id, order, name: z.string().describe("The degree's name.") }),
    min_electives: z.int().describe("Minimum number of optional subjects to choose."),
    max_electives: z.int().describe("Maximum number of optional subjects to choose."),
    age: z.int().describe("Usual age of its students, in years."),
    max_failed_subjects_to_pass: z
      .int()
      .describe("Maximum number of failed subjects with which the course is passed."),
    grading_system_id: id.describe("The grading system of the course."),
    specialities: z
      .array(syllabusSpecialitySchema)
      .describe("Specialities in which it is taught; may be empty."),
    subjects_mandatories: z.array(syllabusSubjectSchema).describe("Subjects that every student takes."),
    subjects_optionals: z
      .array(syllabusSubjectSchema)
      .describe("Subjects to choose electives from; may be empty."),
    speciality_subjects: z
      .array(specialitySubjectSchema)
      .describe("Subjects that only the students of one speciality take; may be empty."),
  })
  .meta({ id: "Syllabus" });

export type SchoolYear = z.output<typeof schoolYearSchema>;
export type Speciality = z.output<typeof specialitySchema>;
export type Subject = z.output<typeof subjectSchema>;
type SpecialitySubject = z.output<typeof specialitySubjectSchema>;
export type Syllabus = z.output<typeof syllabusSchema>;

type Names = Pick<Named, "names">;

/** A speciality with its translated names, which the API does not have (2.2). */
export type CatalogueSpeciality = Speciality & Names;

type CatalogueSubject = SpecialitySubject & Names;

/** A syllabus with its translated names and start conditions, which the API does not have (2.4). */
export type CatalogueSyllabus = Omit<
  Syllabus,
  "course" | "degree" | "subjects_mandatories" | "speciality_subjects"
> & {
  names?: Named["names"];
  course: Syllabus["course"] & Names;
  degree: Syllabus["degree"] & Names;
  subjects_mandatories: Omit<CatalogueSubject, "speciality_id">[];
  speciality_subjects: CatalogueSubject[];
  /** The maximum age at the start; null for no limit. */
  highest_start_age: number | null;
  /** The kind of admission. */
  admission: "open" | "test" | "previous_course";
};
