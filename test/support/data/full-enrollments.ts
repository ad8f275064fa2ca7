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

/**
 * Bodies with distinct values in every field of 4.3 and 4.4, and the expected record of each, written by
 * hand.
 */
export function aFullAdult({ year, specialities, syllabi }: Studies) {
  const [email, document] = [anEmail("ada"), aDni()];
  const body = {
    school_year_id: year,
    student_email: email,
    student_name: "Ada",
    student_surname: "Puig Serra",
    student_birth_date: "1990-05-17",
    student_document_type: "nif",
    student_document: document,
    student_phone: "600123456789",
    student_phone_country_code: "+34",
    student_country: "ad",
    student_city: "Ordino",
    student_zip_code: "AD300",
    student_address: "Carrer Major 1, 2n 1a",
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
  const record = (made: EnrollmentOrigin) => ({
    ...made,
    ...always,
    school_year_id: year,
    experience_speciality_id: specialities[4],
    experience_years: 2,
    observations: "Prefiere los martes.\n¿Hay clases de conjunto?",
    student: {
      role: "student",
      email,
      email_key: email,
      name: "Ada",
      surname: "Puig Serra",
      birth_date: "1990-05-17",
      document_type: "nif",
      document,
      document_key: document,
      phone_country_code: "+34",
      phone: "600123456789",
      country: "ad",
      city: "Ordino",
      zip_code: "AD300",
      address: "Carrer Major 1, 2n 1a",
      locale: made.locale,
    },
    guardians: [],
    specialities: { 1: specialities[3], 2: specialities[0], 3: specialities[6] },
    syllabi: { 1: syllabi[2], 2: syllabi[5], 3: syllabi[1] },
    messages: [`adult_student to ${email} in ${made.locale}`],
  });
  return { body, record };
}

/** A minor with two guardians. */
export function aFullMinor({ year, specialities, syllabi }: Studies) {
  const [guardian, second, student] = [anEmail("berta"), anEmail("david"), anEmail("carla")];
  const [guardianDocument, studentDocument] = [aDni(), `P${aDni()}`];
  const body = {
    school_year_id: year,
    guardian_email: guardian,
    guardian_name: "Berta",
    guardian_surname: "Roca Vidal",
    guardian_birth_date: "1985-11-02",
    guardian_document_type: "dni",
    guardian_document: guardianDocument,
    guardian_phone: "600765432",
    guardian_phone_country_code: "+351",
    guardian_country: "es",
    guardian_city: "Girona",
    guardian_zip_code: "17001",
    guardian_address: "Plaça Nova 3",
    student_email: student,
    student_name: "Carla",
    student_surname: "Soler Roca",
    student_birth_date: "2017-03-09",
    terms_and_conditions: true as const,
    second_guardian_email: second,
    student_document_type: "passport",
    student_document: studentDocument,
    student_phone: "4681234567",
    student_phone_country_code: "+33",
    student_country: "fr",
    student_city: "Perpinyà",
    student_zip_code: "66000",
    student_address: "Rue de la Loge 5",
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
  const record = (made: EnrollmentOrigin) => ({
    ...made,
    ...always,
    school_year_id: year,
    experience_speciality_id: specialities[1],
    experience_years: 3,
    observations: "Canta en un cor.",
    student: {
      role: "student",
      email: student,
      email_key: student,
      name: "Carla",
      surname: "Soler Roca",
      birth_date: "2017-03-09",
      document_type: "passport",
      document: studentDocument,
      document_key: studentDocument,
      phone_country_code: "+33",
      phone: "4681234567",
      country: "fr",
      city: "Perpinyà",
      zip_code: "66000",
      address: "Rue de la Loge 5",
      locale: made.locale,
    },
    guardians: [
      {
        role: 1,
        email: guardian,
        email_key: guardian,
        name: "Berta",
        surname: "Roca Vidal",
        birth_date: "1985-11-02",
        document_type: "dni",
        document: guardianDocument,
        document_key: guardianDocument,
        phone_country_code: "+351",
        phone: "600765432",
        country: "es",
        city: "Girona",
        zip_code: "17001",
        address: "Plaça Nova 3",
        locale: made.locale,
      },
      { ...nobodyYet, role: 2, email: second, email_key: second, locale: made.locale },
    ],
    specialities: { 1: specialities[5], 2: specialities[2], 3: specialities[4] },
    syllabi: { 1: syllabi[4], 2: syllabi[0], 3: syllabi[3] },
    messages: [
      `guardian to ${guardian} in ${made.locale}`,
      `second_guardian to ${second} in ${made.locale}`,
      `minor_student to ${student} in ${made.locale}`,
    ],
  });
  /** Outputs that contain each field, with its representation. */
  const ways = async ({
    speciality,
    syllabus,
  }: Named): Promise<Record<string, [as: string, ways: Channel[]]>> => ({
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
    student_speciality_option2: [await speciality(body.student_speciality_option2), forBoth],
    student_speciality_option3: [await speciality(body.student_speciality_option3), forBoth],
    student_syllabi_option1: [await syllabus(body.student_syllabi_option1), [...forBoth, "list", "mails"]],
    student_syllabi_option2: [await syllabus(body.student_syllabi_option2), forBoth],
    student_syllabi_option3: [await syllabus(body.student_syllabi_option3), forBoth],
    enrollment_observations: ["Canta en un cor.", forSender],
  });
  return { body, record, ways };
}

/** Names of a speciality or syllabus. */
type Named = Record<"speciality" | "syllabus", (id: number | undefined) => Promise<string>>;

/** Outputs about an enrollment. */
export type Channel =
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

const forOffice: Channel[] = ["desk", "csv", "xlsx"];
const forSender: Channel[] = [...forOffice, "account", "copy"];
const forBoth: Channel[] = [...forSender, "other", "otherCopy"];

const always = { state: "pending", terms_accepted_with_it: true, made_in_this_run: true };

/** Only a second guardian's e-mail is known (4.4). */
const nobodyYet = {
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
