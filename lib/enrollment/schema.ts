import { z } from "zod";
import {
  birthDate,
  catalogueId,
  country,
  documentNumber,
  documentType,
  email,
  experienceYears,
  line,
  observations,
  optional,
  phone,
  phonePrefix,
  schoolYearId,
  termsAccepted,
} from "./fields";

/** Interface 4.3 and 4.4: what somebody wants to study. */
const studies = z.object({
  student_experience_speciality: optional(catalogueId),
  student_experience_years: optional(experienceYears),
  student_speciality_option1: optional(catalogueId),
  student_speciality_option2: optional(catalogueId),
  student_speciality_option3: optional(catalogueId),
  student_syllabi_option1: optional(catalogueId),
  student_syllabi_option2: optional(catalogueId),
  student_syllabi_option3: optional(catalogueId),
  enrollment_observations: optional(observations),
});

/** Interface 4.3: the body of an adult enrollment. Its shape alone; `rules.ts` knows the school. */
export const adultEnrollment = z
  .object({
    school_year_id: schoolYearId,
    student_email: email,
    student_name: line,
    student_surname: line,
    student_birth_date: birthDate,
    student_document_type: documentType,
    student_document: documentNumber,
    student_phone: phone,
    student_phone_country_code: phonePrefix,
    student_country: country,
    student_city: line,
    student_zip_code: line,
    student_address: line,
    terms_and_conditions: termsAccepted,
    ...studies.shape,
  })
  .meta({ id: "AdultEnrollment" });

/** Interface 4.4: the body of a minor's enrollment. Its shape alone; `rules.ts` knows the school. */
export const minorEnrollment = z
  .object({
    school_year_id: schoolYearId,
    guardian_email: email,
    guardian_name: line,
    guardian_surname: line,
    guardian_birth_date: birthDate,
    guardian_document_type: documentType,
    guardian_document: documentNumber,
    guardian_phone: phone,
    guardian_phone_country_code: phonePrefix,
    guardian_country: country,
    guardian_city: line,
    guardian_zip_code: line,
    guardian_address: line,
    student_email: optional(email),
    student_name: line,
    student_surname: line,
    student_birth_date: birthDate,
    terms_and_conditions: termsAccepted,
    second_guardian_email: optional(email),
    student_document_type: optional(documentType),
    student_document: optional(documentNumber),
    student_phone: optional(phone),
    student_phone_country_code: optional(phonePrefix),
    student_country: optional(country),
    student_city: optional(line),
    student_zip_code: optional(line),
    student_address: optional(line),
    ...studies.shape,
  })
  .meta({ id: "MinorEnrollment" });

export type AdultEnrollment = z.output<typeof adultEnrollment>;
export type MinorEnrollment = z.output<typeof minorEnrollment>;
