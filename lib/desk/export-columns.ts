import type { Prisma } from "@/generated/prisma/client";
import { dayOf } from "@/lib/dates";
import { hasMailbox } from "@/lib/mail/addresses";
import { syllabusName } from "./syllabus-name";

const person = {
  name: true,
  surname: true,
  email: true,
  birthDate: true,
  documentType: true,
  document: true,
  phoneCountryCode: true,
  phone: true,
  address: true,
  zipCode: true,
  city: true,
  country: true,
} satisfies Prisma.PersonSelect;

/** What the export reads of an enrollment. */
export const exported = {
  id: true,
  reference: true,
  state: true,
  decidedState: true,
  source: true,
  createdAt: true,
  observations: true,
  experienceYears: true,
  experienceSpeciality: { select: { name: true } },
  schoolYear: { select: { year: true } },
  student: {
    select: { ...person, guardians: { select: { position: true, guardian: { select: person } } } },
  },
  specialityChoices: { select: { option: true, speciality: { select: { name: true } } } },
  syllabusChoices: {
    select: { option: true, syllabus: { select: { name: true, course: { select: { name: true } } } } },
  },
  labels: { select: { label: { select: { name: true } } }, orderBy: { label: { nameKey: "asc" } } },
} satisfies Prisma.EnrollmentSelect;

type Row = Prisma.EnrollmentGetPayload<{ select: typeof exported }>;
type Person = Prisma.PersonGetPayload<{ select: typeof person }>;

/** A column of the export: its name, which its words are found by, and its value. */
export type ExportColumn = { name: string; value: (row: Row) => string | null | undefined };

const personFields: Record<string, (person: Person) => string | null | undefined> = {
  name: ({ name }) => name,
  surname: ({ surname }) => surname,
  birth_date: ({ birthDate }) => birthDate && dayOf(birthDate),
  document_type: ({ documentType }) => documentType,
  document: ({ document }) => document,
  email: ({ email }) => (hasMailbox(email) ? email : null),
  phone_country_code: ({ phoneCountryCode }) => phoneCountryCode,
  phone: ({ phone }) => phone,
  address: ({ address }) => address,
  zip_code: ({ zipCode }) => zipCode,
  city: ({ city }) => city,
  country: ({ country }) => country,
};

const columnsOf = (who: string, find: (row: Row) => Person | undefined): ExportColumn[] =>
  Object.entries(personFields).map(([field, read]) => ({
    name: `${who}_${field}`,
    value: (row) => {
      const found = find(row);
      return found && read(found);
    },
  }));

const guardian = (position: number) => (row: Row) =>
  row.student.guardians.find((one) => one.position === position)?.guardian;

const choices = (kind: "speciality" | "syllabus"): ExportColumn[] =>
  [1, 2, 3].map((option) => ({
    name: `${kind}_${option}`,
    value: ({ specialityChoices, syllabusChoices }) => {
      if (kind === "speciality")
        return specialityChoices.find((one) => one.option === option)?.speciality.name;
      const chosen = syllabusChoices.find((one) => one.option === option);
      return chosen && syllabusName(chosen.syllabus);
    },
  }));

/** Every column of the export, in the form's order; they bear the API's names of the fields. */
export const exportColumns: ExportColumn[] = [
  { name: "reference", value: ({ reference }) => reference },
  { name: "state", value: ({ decidedState }) => decidedState },
  { name: "told_state", value: ({ state }) => state },
  { name: "school_year", value: ({ schoolYear }) => schoolYear.year },
  { name: "created_at", value: ({ createdAt }) => createdAt.toISOString() },
  { name: "source", value: ({ source }) => source },
  { name: "labels", value: ({ labels }) => labels.map(({ label }) => label.name).join(", ") },
  ...columnsOf("student", ({ student }) => student),
  ...columnsOf("guardian", guardian(1)),
  { name: "second_guardian_email", value: (row) => guardian(2)(row)?.email },
  ...choices("speciality"),
  ...choices("syllabus"),
  { name: "experience_speciality", value: ({ experienceSpeciality }) => experienceSpeciality?.name },
  { name: "experience_years", value: ({ experienceYears }) => experienceYears?.toString() },
  { name: "observations", value: ({ observations }) => observations },
];
