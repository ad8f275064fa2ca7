import type { Typed } from "./answers";

/**
 * For each step, answers that it refuses: `first` is the first of a list, `unlisted` what is no longer
 * on it. A step without any refuses to be left blank.
 */
export const wrongAnswers: Record<string, Typed> = {
  "birth-date": {
    student_birth_date_day: "31",
    student_birth_date_month: "2",
    student_birth_date_year: "1990",
  },
  "guardian-name": { guardian_name: "", guardian_surname: "" },
  "guardian-document": { guardian_document: "" },
  "guardian-contact": { guardian_email: "somebody at example", guardian_phone: "six" },
  "guardian-address": { guardian_city: "", guardian_zip_code: "12" },
  "second-guardian": { has_second_guardian: "yes", second_guardian_email: "" },
  "student-name": { student_name: "", student_surname: "", student_email: "nobody" },
  "student-more": {},
  "student-document": { student_document: "X1" },
  "student-contact": { student_email: "nobody", student_phone: "six" },
  "student-address": { student_country: "es", student_zip_code: "12" },
  experience: { student_experience_speciality: "unlisted" },
  specialities: { student_speciality_option1: "first", student_speciality_option2: "first" },
  syllabi: { student_syllabi_option1: "first", student_syllabi_option2: "first" },
  observations: { enrollment_observations: "🎻".repeat(4_001) },
  check: {},
};

/** Steps of a minor's journey that refuse to be left blank. */
export const requiredOfMinors = [
  "birth-date",
  "guardian-name",
  "guardian-document",
  "guardian-contact",
  "guardian-address",
  "second-guardian",
  "student-name",
  "student-more",
  "check",
];
