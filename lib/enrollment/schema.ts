import * as z from "zod/mini";
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
  optionalDocumentNumber,
  phone,
  phonePrefix,
  schoolYearId,
  termsAccepted,
} from "./fields";

/** What a field means and how it looks, for those who read the API's documentation. */
const about = (description: string, example: string | number | boolean) =>
  z.meta({ description, examples: [example] });

/** Interface 4.3 and 4.4: what somebody wants to study. */
const studies = z.object({
  student_experience_speciality: optional(catalogueId).check(
    about("Speciality that the student already plays, by its `id` in that school year.", 26001),
  ),
  student_experience_years: optional(experienceYears).check(
    about("How long, as a `key` of the previous-experience options.", 2),
  ),
  student_speciality_option1: optional(catalogueId).check(
    about("First preferred speciality, by its `id` in that school year.", 26001),
  ),
  student_speciality_option2: optional(catalogueId).check(about("Second preferred speciality.", 26002)),
  student_speciality_option3: optional(catalogueId).check(about("Third preferred speciality.", 26003)),
  student_syllabi_option1: optional(catalogueId).check(
    about("First preferred syllabus, by its `id` in that school year.", 26001),
  ),
  student_syllabi_option2: optional(catalogueId).check(about("Second preferred syllabus.", 26002)),
  student_syllabi_option3: optional(catalogueId).check(about("Third preferred syllabus.", 26003)),
  enrollment_observations: optional(observations).check(
    about("Whatever the school should know.", "Sings in a choir on Tuesdays."),
  ),
});

/** Interface 4.3: the body of an adult enrollment. Its shape alone; `rules.ts` knows the school. */
export const adultEnrollment = z
  .object({
    school_year_id: schoolYearId.check(
      about("The current or the next school year, by its `id` in the list of school years.", 26),
    ),
    student_email: email.check(
      about(
        "The student's e-mail address, unique in the system. The account-setup e-mail goes there.",
        "ada.puig@example.org",
      ),
    ),
    student_name: line.check(about("The student's first name.", "Ada")),
    student_surname: line.check(about("The student's surname or surnames.", "Puig Serra")),
    student_birth_date: birthDate.check(
      about("The student's birth date, `YYYY-MM-DD`: 18 or older today.", "1990-05-17"),
    ),
    student_document_type: documentType.check(
      about("Type of the student's identity document, one of the document types.", "dni"),
    ),
    student_document: documentNumber.check(
      about(
        "Number of the student's identity document. Unique in the system; letter case, spaces, dots, hyphens and slashes do not tell two apart.",
        "12345678Z",
      ),
    ),
    student_phone: phone.check(
      about("The student's phone number: digits only, without prefix.", "600123456"),
    ),
    student_phone_country_code: phonePrefix.check(
      about("International prefix (E.164) of that phone number.", "+34"),
    ),
    student_country: country.check(
      about("The student's country of residence, one of the supported countries.", "es"),
    ),
    student_city: line.check(about("The student's city.", "Girona")),
    student_zip_code: line.check(about("The student's postal code.", "17001")),
    student_address: line.check(about("The student's street address.", "Plaça Nova 3")),
    terms_and_conditions: termsAccepted.check(
      about("Must be `true`: the terms behind the terms URL are accepted.", true),
    ),
    ...studies.shape,
  })
  .check(z.meta({ id: "AdultEnrollment" }));

/** Interface 4.4: the body of a minor's enrollment. Its shape alone; `rules.ts` knows the school. */
export const minorEnrollment = z
  .object({
    school_year_id: schoolYearId.check(
      about("The current or the next school year, by its `id` in the list of school years.", 26),
    ),
    guardian_email: email.check(
      about(
        "The guardian's e-mail address. Unique in the system, different from the others of this request.",
        "berta.roca@example.org",
      ),
    ),
    guardian_name: line.check(about("The guardian's first name.", "Berta")),
    guardian_surname: line.check(about("The guardian's surname or surnames.", "Roca Vidal")),
    guardian_birth_date: birthDate.check(
      about("The guardian's birth date, `YYYY-MM-DD`: 18 or older today.", "1985-11-02"),
    ),
    guardian_document_type: documentType.check(
      about("Type of the guardian's identity document, one of the document types.", "dni"),
    ),
    guardian_document: documentNumber.check(
      about(
        "Number of the guardian's identity document. Unique in the system; letter case, spaces, dots, hyphens and slashes do not tell two apart.",
        "87654321X",
      ),
    ),
    guardian_phone: phone.check(
      about("The guardian's phone number: digits only, without prefix.", "600765432"),
    ),
    guardian_phone_country_code: phonePrefix.check(
      about("International prefix (E.164) of that phone number.", "+34"),
    ),
    guardian_country: country.check(
      about("The guardian's country of residence, one of the supported countries.", "es"),
    ),
    guardian_city: line.check(about("The guardian's city.", "Girona")),
    guardian_zip_code: line.check(about("The guardian's postal code.", "17001")),
    guardian_address: line.check(about("The guardian's street address.", "Plaça Nova 3")),
    student_email: optional(email).check(
      about(
        "The student's e-mail address, unique in the system and different from the guardians'. Required unless the school allows minors without e-mail.",
        "carla.soler@example.org",
      ),
    ),
    student_name: line.check(about("The student's first name.", "Carla")),
    student_surname: line.check(about("The student's surname or surnames.", "Soler Roca")),
    student_birth_date: birthDate.check(about("The student's birth date, `YYYY-MM-DD`.", "2017-03-09")),
    terms_and_conditions: termsAccepted.check(
      about("Must be `true`: the terms behind the terms URL are accepted.", true),
    ),
    second_guardian_email: optional(email).check(
      about(
        "E-mail address of a second guardian. Unique in the system, different from the others.",
        "david.soler@example.org",
      ),
    ),
    student_document_type: optional(documentType).check(
      about("Type of the student's identity document, one of the document types.", "dni"),
    ),
    student_document: optionalDocumentNumber.check(
      about(
        "Number of the student's identity document. Unique in the system; letter case, spaces, dots, hyphens and slashes do not tell two apart.",
        "11223344B",
      ),
    ),
    student_phone: optional(phone).check(
      about("The student's phone number: digits only, without prefix.", "600111222"),
    ),
    student_phone_country_code: optional(phonePrefix).check(
      about("International prefix (E.164) of that phone number.", "+34"),
    ),
    student_country: optional(country).check(
      about("The student's country of residence, one of the supported countries.", "es"),
    ),
    student_city: optional(line).check(about("The student's city.", "Girona")),
    student_zip_code: optional(line).check(about("The student's postal code.", "17001")),
    student_address: optional(line).check(about("The student's street address.", "Plaça Nova 3")),
    ...studies.shape,
  })
  .check(z.meta({ id: "MinorEnrollment" }));

export type AdultEnrollment = z.output<typeof adultEnrollment>;
export type MinorEnrollment = z.output<typeof minorEnrollment>;
