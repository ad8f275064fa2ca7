import type { FormField } from "@/lib/form/answers";

// The enrollment form's fields that the account asks again, by their names there.

export const contactFields = [
  "guardian_phone_country_code",
  "guardian_phone",
  "guardian_country",
  "guardian_address",
  "guardian_zip_code",
  "guardian_city",
] as const satisfies FormField[];

export const correctionFields = [
  "student_name",
  "student_surname",
  "student_birth_date",
  "student_document_type",
  "student_document",
] as const satisfies FormField[];

export const choiceFields = [
  "student_speciality_option1",
  "student_speciality_option2",
  "student_speciality_option3",
  "student_syllabi_option1",
  "student_syllabi_option2",
  "student_syllabi_option3",
] as const satisfies FormField[];
