import type { FormInput } from "./answers";

/**
 * Rejected answers by step: `first` is a list's first option, `unlisted` a removed one. Other steps reject
 * empty answers.
 */
export const wrongAnswers: Record<string, FormInput> = {
  "birth-date": {
    student_birth_date_day: "31",
    student_birth_date_month: "2",
    student_birth_date_year: "1990",
  },
  "guardian-name": { guardian_name: "", guardian_surname: "", guardian_document: "" },
  "guardian-contact": {
    guardian_email: "somebody at example",
    guardian_phone: "six",
    guardian_city: "",
    guardian_zip_code: "12",
  },
  "student-name": {
    student_name: "",
    student_surname: "",
    has_student_email: "yes",
    student_email: "nobody",
    has_second_guardian: "yes",
    second_guardian_email: "",
  },
  "student-more": {
    student_document: "X1",
    student_phone: "six",
    student_country: "es",
    student_zip_code: "12",
  },
  "student-contact": {
    student_email: "nobody",
    student_phone: "six",
    student_country: "es",
    student_zip_code: "12",
  },
  specialities: {
    student_speciality_option1: "first",
    student_speciality_option2: "first",
    student_syllabi_option2: "first",
    student_syllabi_option3: "first",
    student_experience_speciality: "unlisted",
    enrollment_observations: "🎻".repeat(4_001),
  },
  check: {},
};

/** Steps of a minor that reject empty answers. */
export const requiredMinorSteps = [
  "birth-date",
  "guardian-name",
  "guardian-contact",
  "student-name",
  "check",
];
