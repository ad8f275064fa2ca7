import type * as z from "zod/mini";
import * as values from "./field-schemas";

// One row per field, in the order of error messages: year, guardian, student, second guardian, terms, studies.
// Everything else derives from the rows: schemas, OpenAPI, form controls, texts, check answers, insert columns.

/** An adult student enrolls alone; a guardian enrolls a minor. */
export type Branch = "adult" | "minor";

/** The people of an enrollment. */
export type Role = "student" | "guardian" | "second_guardian";

/** The control of a field, which also decides how its value is converted. */
export type Control =
  | "choice"
  | "consent"
  | "date"
  | "document"
  | "email"
  | "long-text"
  | "number-choice"
  | "phone"
  | "text"
  | "tick"
  | "ticks"
  | "yes-no"
  | "zip";

/** The options of a choice. */
export type OptionList =
  | "countries"
  | "document-types"
  | "experience"
  | "prefixes"
  | "specialities"
  | "syllabi"
  | "years"
  | "yes-no";

/** Where a value is stored: a column with its SQL type, or an ordered choice. */
type Stored =
  | { in: "people" | "enrollments"; column: string; type: "text" | "date" | "int" | "smallint" | "boolean" }
  | { in: "specialities" | "syllabi"; option: 1 | 2 | 3 };

/** Whether a branch requires a field, and its documentation. */
type FieldRequirement = {
  required: boolean;
  /** The setting that makes the field optional; a rule checks it. */
  requiredUnless?: "allow_minors_without_email";
  description: string;
  example: string | number | boolean;
};

export type Field = {
  /** The schema of a present value. */
  value: z.ZodMiniType;
  /** Whether a text counts as blank, if other than spaces. */
  isBlank?: (text: string) => boolean;
  /** Maximum length in code points. */
  maxLength?: number;
  control: Control;
  /** The options of a choice. */
  options?: OptionList;
  /** The first option is preselected, so it is never blank. */
  hasDefault?: true;
  /** The autocomplete token, used only when people enter their own data (W20). */
  autocomplete?: string;
  /** The key under `wizard.fields` and `wizard.problems`; different people share it. */
  textKey: string;
  /** The person whose data it is. */
  person?: Role;
  /** The field that belongs to it: a phone's prefix, a document's type. */
  pairedWith?: string;
  /** None for the terms: the accepted version is stored elsewhere. */
  stored?: Stored;
  adult?: FieldRequirement;
  minor?: FieldRequirement;
};

const required = (description: string, example: FieldRequirement["example"]) =>
  ({ required: true, description, example }) as const;
const optional = (description: string, example: FieldRequirement["example"]) =>
  ({ required: false, description, example }) as const;
const optionalForMinors = (description: string, example: string) => ({
  adult: required(description, example),
  minor: optional(description, example),
});
const both = <A extends FieldRequirement>(requirement: A) => ({ adult: requirement, minor: requirement });

const inPerson = <P extends Role, C extends string>(person: P, column: C, type: "text" | "date" = "text") =>
  ({ person, stored: { in: "people", column, type } }) as const;
const inEnrollment = <C extends string>(column: C, type: "text" | "int" | "smallint" | "boolean") =>
  ({ stored: { in: "enrollments", column, type } }) as const;

const singleLine = { value: values.singleLineText, maxLength: values.LIMITS.name, control: "text" } as const;
const name = { ...singleLine, textKey: "name", autocomplete: "given-name" } as const;
const surname = { ...singleLine, textKey: "surname", autocomplete: "family-name" } as const;
const email = {
  value: values.email,
  maxLength: values.LIMITS.email,
  control: "email",
  textKey: "email",
  autocomplete: "email",
} as const;
const birthDate = { value: values.birthDate, control: "date", textKey: "birth_date" } as const;
const documentType = {
  value: values.documentType,
  control: "choice",
  options: "document-types",
  textKey: "document_type",
} as const;
const document = {
  value: values.documentNumber,
  isBlank: values.isBlankDocument,
  maxLength: values.LIMITS.document,
  control: "document",
  textKey: "document",
} as const;
const phone = {
  value: values.phone,
  maxLength: values.LIMITS.phone,
  control: "phone",
  textKey: "phone",
  autocomplete: "tel-national",
} as const;
const prefix = {
  value: values.phonePrefix,
  control: "choice",
  options: "prefixes",
  hasDefault: true,
  textKey: "phone_country_code",
  autocomplete: "tel-country-code",
} as const;
const country = {
  value: values.country,
  control: "choice",
  options: "countries",
  textKey: "country",
  autocomplete: "country",
} as const;
const city = { ...singleLine, textKey: "city", autocomplete: "address-level2" } as const;
const zip = { ...singleLine, control: "zip", textKey: "zip_code", autocomplete: "postal-code" } as const;
const address = { ...singleLine, textKey: "address", autocomplete: "address-line1" } as const;
const choice = { value: values.catalogueId, control: "number-choice" } as const;
const specialityChoice = { ...choice, options: "specialities" } as const;

const speciality = (option: 1 | 2 | 3) =>
  ({ ...specialityChoice, textKey: "speciality", stored: { in: "specialities", option } }) as const;
const syllabus = (option: 1 | 2 | 3) =>
  ({ ...choice, options: "syllabi", textKey: "syllabi", stored: { in: "syllabi", option } }) as const;

const UNIQUE = "Unique in the system, ignoring letter case, spaces, dots, hyphens and slashes.";
const DIGITS = "digits only, without prefix.";
const PREFIX = "International prefix (E.164) of that phone number.";

export const fields = {
  school_year_id: {
    value: values.schoolYearId,
    control: "number-choice",
    options: "years",
    textKey: "school_year",
    ...inEnrollment("school_year_id", "int"),
    ...both(required("The current or the next school year, by its `id` in the list of school years.", 26)),
  },

  guardian_email: {
    ...email,
    ...inPerson("guardian", "email"),
    minor: required(
      "The guardian's e-mail address. Unique in the system, different from the others of this request.",
      "berta.roca@example.org",
    ),
  },
  guardian_name: {
    ...name,
    ...inPerson("guardian", "name"),
    minor: required("The guardian's first name.", "Berta"),
  },
  guardian_surname: {
    ...surname,
    ...inPerson("guardian", "surname"),
    minor: required("The guardian's surname or surnames.", "Roca Vidal"),
  },
  guardian_birth_date: {
    ...birthDate,
    autocomplete: "bday",
    ...inPerson("guardian", "birth_date", "date"),
    minor: required("The guardian's birth date, `YYYY-MM-DD`: 18 or older today.", "1985-11-02"),
  },
  guardian_document_type: {
    ...documentType,
    ...inPerson("guardian", "document_type"),
    minor: required("Type of the guardian's identity document, one of the document types.", "dni"),
  },
  guardian_document: {
    ...document,
    pairedWith: "guardian_document_type",
    ...inPerson("guardian", "document"),
    minor: required(`Number of the guardian's identity document. ${UNIQUE}`, "87654321X"),
  },
  guardian_phone: {
    ...phone,
    pairedWith: "guardian_phone_country_code",
    ...inPerson("guardian", "phone"),
    minor: required(`The guardian's phone number: ${DIGITS}`, "600765432"),
  },
  guardian_phone_country_code: {
    ...prefix,
    ...inPerson("guardian", "phone_country_code"),
    minor: required(PREFIX, "+34"),
  },
  guardian_country: {
    ...country,
    ...inPerson("guardian", "country"),
    minor: required("The guardian's country of residence, one of the supported countries.", "es"),
  },
  guardian_city: {
    ...city,
    ...inPerson("guardian", "city"),
    minor: required("The guardian's city.", "Girona"),
  },
  guardian_zip_code: {
    ...zip,
    ...inPerson("guardian", "zip_code"),
    minor: required("The guardian's postal code.", "17001"),
  },
  guardian_address: {
    ...address,
    ...inPerson("guardian", "address"),
    minor: required("The guardian's street address.", "Plaça Nova 3"),
  },

  student_email: {
    ...email,
    ...inPerson("student", "email"),
    adult: required(
      "The student's e-mail address, unique in the system. The account-setup e-mail goes there.",
      "nora.ferrer@example.org",
    ),
    minor: {
      ...optional(
        "The student's e-mail address, unique in the system and different from the guardians'. Optional where the school allows minors without e-mail.",
        "carla.soler@example.org",
      ),
      requiredUnless: "allow_minors_without_email",
    },
  },
  student_name: {
    ...name,
    ...inPerson("student", "name"),
    adult: required("The student's first name.", "Nora"),
    minor: required("The student's first name.", "Carla"),
  },
  student_surname: {
    ...surname,
    ...inPerson("student", "surname"),
    adult: required("The student's surname or surnames.", "Ferrer Mas"),
    minor: required("The student's surname or surnames.", "Soler Roca"),
  },
  student_birth_date: {
    ...birthDate,
    ...inPerson("student", "birth_date", "date"),
    adult: required("The student's birth date, `YYYY-MM-DD`: 18 or older today.", "1990-05-17"),
    minor: required("The student's birth date, `YYYY-MM-DD`.", "2017-03-09"),
  },
  student_document_type: {
    ...documentType,
    ...inPerson("student", "document_type"),
    ...optionalForMinors("Type of the student's identity document, one of the document types.", "dni"),
  },
  student_document: {
    ...document,
    pairedWith: "student_document_type",
    ...inPerson("student", "document"),
    adult: required(`Number of the student's identity document. ${UNIQUE}`, "55667788Z"),
    minor: optional(`Number of the student's identity document. ${UNIQUE}`, "11223344B"),
  },
  student_phone: {
    ...phone,
    pairedWith: "student_phone_country_code",
    ...inPerson("student", "phone"),
    adult: required(`The student's phone number: ${DIGITS}`, "600123456"),
    minor: optional(`The student's phone number: ${DIGITS}`, "600111222"),
  },
  student_phone_country_code: {
    ...prefix,
    ...inPerson("student", "phone_country_code"),
    ...optionalForMinors(PREFIX, "+34"),
  },
  student_country: {
    ...country,
    ...inPerson("student", "country"),
    ...optionalForMinors("The student's country of residence, one of the supported countries.", "es"),
  },
  student_city: {
    ...city,
    ...inPerson("student", "city"),
    ...optionalForMinors("The student's city.", "Girona"),
  },
  student_zip_code: {
    ...zip,
    ...inPerson("student", "zip_code"),
    ...optionalForMinors("The student's postal code.", "17001"),
  },
  student_address: {
    ...address,
    ...inPerson("student", "address"),
    ...optionalForMinors("The student's street address.", "Plaça Nova 3"),
  },

  second_guardian_email: {
    ...email,
    ...inPerson("second_guardian", "email"),
    minor: optional(
      "E-mail address of a second guardian. Unique in the system, different from the others.",
      "david.soler@example.org",
    ),
  },

  terms_and_conditions: {
    value: values.termsAccepted,
    control: "consent",
    textKey: "terms",
    ...both(required("Must be `true`: the terms at the terms URL are accepted.", true)),
  },

  student_experience_speciality: {
    ...specialityChoice,
    textKey: "experience_speciality",
    ...inEnrollment("experience_speciality_id", "int"),
    ...both(optional("Speciality that the student already plays, by its `id` in that school year.", 26001)),
  },
  student_experience_years: {
    value: values.experienceYears,
    control: "number-choice",
    options: "experience",
    textKey: "experience_years",
    ...inEnrollment("experience_years", "smallint"),
    ...both(optional("How long the student has played it: a `key` of the previous-experience options.", 2)),
  },
  student_speciality_option1: {
    ...speciality(1),
    ...both(optional("First preferred speciality, by its `id` in that school year.", 26001)),
  },
  student_speciality_option2: {
    ...speciality(2),
    ...both(optional("Second preferred speciality.", 26002)),
  },
  student_speciality_option3: {
    ...speciality(3),
    ...both(optional("Third preferred speciality.", 26003)),
  },
  student_syllabi_option1: {
    ...syllabus(1),
    ...both(optional("First preferred syllabus, by its `id` in that school year.", 26001)),
  },
  student_syllabi_option2: {
    ...syllabus(2),
    ...both(optional("Second preferred syllabus.", 26002)),
  },
  student_syllabi_option3: {
    ...syllabus(3),
    ...both(optional("Third preferred syllabus.", 26003)),
  },
  enrollment_observations: {
    value: values.observations,
    maxLength: values.LIMITS.observations,
    control: "long-text",
    textKey: "observations",
    ...inEnrollment("observations", "text"),
    ...both(optional("Anything that the school should know.", "Sings in a choir on Tuesdays.")),
  },
} as const satisfies Record<string, Field>;

export type Fields = typeof fields;
export type FieldName = keyof Fields;

export const fieldRows = Object.entries(fields) as [FieldName, Field][];
