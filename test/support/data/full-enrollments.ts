import { aDni, anEmail } from "./factories";

/** Origin of an enrollment; the rest follows from the body. */
export type EnrollmentOrigin = {
  source: "api" | "form";
  locale: string;
  test: boolean;
  key: string | null;
  terms_url: string;
  /** Language and version of the accepted text. */
  terms_text: string;
};

type Studies = { year: number; specialities: number[]; syllabi: number[] };

/** Names of a person's columns: those of the API's fields without the person. */
type Person = Record<
  "email" | "name" | "surname" | "birth_date" | "document_type" | "document" | "phone" | "phone_country_code",
  string
> &
  Record<"country" | "city" | "zip_code" | "address", string>;

/** A person's fields of a body. */
const toFields = <Role extends string>(role: Role, person: Person) =>
  Object.fromEntries(Object.entries(person).map(([column, value]) => [`${role}_${column}`, value])) as {
    [Column in keyof Person as `${Role}_${Column}`]: string;
  };

/** A person's row; these e-mails and documents equal their keys. */
const toRow = (role: string | number, person: Person, locale: string) => ({
  role,
  ...person,
  email_key: person.email,
  document_key: person.document,
  locale,
});

/**
 * Bodies with distinct values in every field of 4.3 and 4.4, and the expected record of each, written by
 * hand.
 */
export function aFullAdult({ year, specialities, syllabi }: Studies) {
  const ada = {
    email: anEmail("ada"),
    name: "Ada",
    surname: "Puig Serra",
    birth_date: "1990-05-17",
    document_type: "nif",
    document: aDni(),
    phone: "600123456789",
    phone_country_code: "+34",
    country: "ad",
    city: "Ordino",
    zip_code: "AD300",
    address: "Carrer Major 1, 2n 1a",
  };
  const body = {
    school_year_id: year,
    ...toFields("student", ada),
    terms_and_conditions: true as const,
    student_experience_speciality: specialities[4],
    student_experience_years: 2,
    student_speciality_option1: specialities[3],
    student_speciality_option2: specialities[0],
    student_speciality_option3: specialities[6],
    student_syllabi_option1: syllabi[2],
    student_syllabi_option2: syllabi[5],
    student_syllabi_option3: syllabi[1],
    enrollment_observations: "Prefiere los martes.\n¿Hay clases de conjunto?",
  };
  const record = (origin: EnrollmentOrigin) => ({
    ...origin,
    ...constants,
    school_year_id: year,
    experience_speciality_id: specialities[4],
    experience_years: 2,
    observations: "Prefiere los martes.\n¿Hay clases de conjunto?",
    student: toRow("student", ada, origin.locale),
    guardians: [],
    specialities: { 1: specialities[3], 2: specialities[0], 3: specialities[6] },
    syllabi: { 1: syllabi[2], 2: syllabi[5], 3: syllabi[1] },
    messages: [`adult_student to ${ada.email} in ${origin.locale}`],
  });
  return { body, record };
}

/** A minor with two guardians. */
export function aFullMinor({ year, specialities, syllabi }: Studies) {
  const second = anEmail("david");
  const berta = {
    email: anEmail("berta"),
    name: "Berta",
    surname: "Roca Vidal",
    birth_date: "1985-11-02",
    document_type: "dni",
    document: aDni(),
    phone: "600765432",
    phone_country_code: "+351",
    country: "es",
    city: "Girona",
    zip_code: "17001",
    address: "Plaça Nova 3",
  };
  const carla = {
    email: anEmail("carla"),
    name: "Carla",
    surname: "Soler Roca",
    birth_date: "2017-03-09",
    document_type: "passport",
    document: `P${aDni()}`,
    phone: "4681234567",
    phone_country_code: "+33",
    country: "fr",
    city: "Perpinyà",
    zip_code: "66000",
    address: "Rue de la Loge 5",
  };
  const body = {
    school_year_id: year,
    ...toFields("guardian", berta),
    ...toFields("student", carla),
    second_guardian_email: second,
    terms_and_conditions: true as const,
    student_experience_speciality: specialities[1],
    student_experience_years: 3,
    student_speciality_option1: specialities[5],
    student_speciality_option2: specialities[2],
    student_speciality_option3: specialities[4],
    student_syllabi_option1: syllabi[4],
    student_syllabi_option2: syllabi[0],
    student_syllabi_option3: syllabi[3],
    enrollment_observations: "Canta en un cor.",
  };
  const record = (origin: EnrollmentOrigin) => ({
    ...origin,
    ...constants,
    school_year_id: year,
    experience_speciality_id: specialities[1],
    experience_years: 3,
    observations: "Canta en un cor.",
    student: toRow("student", carla, origin.locale),
    guardians: [
      toRow(1, berta, origin.locale),
      { ...unknownPerson, role: 2, email: second, email_key: second, locale: origin.locale },
    ],
    specialities: { 1: specialities[5], 2: specialities[2], 3: specialities[4] },
    syllabi: { 1: syllabi[4], 2: syllabi[0], 3: syllabi[3] },
    messages: [
      `guardian to ${berta.email} in ${origin.locale}`,
      `second_guardian to ${second} in ${origin.locale}`,
      `minor_student to ${carla.email} in ${origin.locale}`,
    ],
  });
  /** Outputs that contain each field, with its representation. */
  const getExpectedOutputs = async ({
    speciality,
    syllabus,
  }: Names): Promise<Record<string, [text: string, outputs: Output[]]>> => ({
    guardian_email: [body.guardian_email, forSender],
    guardian_name: ["Berta", [...forSender, "list", "receipt", "mails"]],
    guardian_surname: ["Roca Vidal", [...forSender, "list", "receipt"]],
    guardian_birth_date: ["2 de noviembre de 1985", ["desk", "account", "copy"]],
    guardian_document_type: ["DNI", forSender],
    guardian_document: [body.guardian_document, forSender],
    guardian_phone: ["600765432", [...forSender, "list"]],
    guardian_phone_country_code: ["+351", [...forSender, "list"]],
    guardian_country: ["España", forSender],
    guardian_city: ["Girona", [...forSender, "list"]],
    guardian_zip_code: ["17001", forSender],
    guardian_address: ["Plaça Nova 3", forSender],
    student_email: [body.student_email, forSender],
    student_name: ["Carla", [...forBoth, "list", "receipt", "mails"]],
    student_surname: ["Soler Roca", [...forBoth, "receipt", "list"]],
    student_birth_date: ["9 de marzo de 2017", ["desk", "account", "copy", "other", "otherCopy"]],
    student_document_type: ["Pasaporte", forSender],
    student_document: [body.student_document, forSender],
    student_phone: ["4681234567", forSender],
    student_phone_country_code: ["+33", forSender],
    student_country: ["Francia", forSender],
    student_city: ["Perpinyà", forSender],
    student_zip_code: ["66000", forSender],
    student_address: ["Rue de la Loge 5", forSender],
    second_guardian_email: [body.second_guardian_email, [...forOffice, "account", "otherCopy"]],
    student_experience_speciality: [await speciality(body.student_experience_speciality), forBoth],
    student_experience_years: ["3 años o más", forBoth],
    student_speciality_option1: [
      await speciality(body.student_speciality_option1),
      [...forBoth, "list", "mails"],
    ],
    student_speciality_option2: [await speciality(body.student_speciality_option2), [...forBoth, "mails"]],
    student_speciality_option3: [await speciality(body.student_speciality_option3), [...forBoth, "mails"]],
    student_syllabi_option1: [await syllabus(body.student_syllabi_option1), [...forBoth, "list", "mails"]],
    student_syllabi_option2: [await syllabus(body.student_syllabi_option2), [...forBoth, "mails"]],
    student_syllabi_option3: [await syllabus(body.student_syllabi_option3), [...forBoth, "mails"]],
    enrollment_observations: ["Canta en un cor.", forSender],
  });
  return { body, record, getExpectedOutputs };
}

/** Names of a speciality or syllabus. */
type Names = Record<"speciality" | "syllabus", (id: number | undefined) => Promise<string>>;

/** Outputs about an enrollment. */
export type Output =
  | "desk"
  | "list"
  | "csv"
  | "xlsx"
  | "account"
  | "other"
  | "copy"
  | "otherCopy"
  | "receipt"
  | "api"
  | "mails";

const forOffice: Output[] = ["desk", "csv", "xlsx"];
const forSender: Output[] = [...forOffice, "account", "copy"];
const forBoth: Output[] = [...forSender, "other", "otherCopy"];

const constants = { state: "pending", terms_accepted_with_it: true, made_in_this_run: true };

/** Only a second guardian's e-mail is known (4.4). */
const unknownPerson = {
  name: null,
  surname: null,
  birth_date: null,
  document_type: null,
  document: null,
  document_key: null,
  phone_country_code: null,
  phone: null,
  country: null,
  city: null,
  zip_code: null,
  address: null,
};
