import type { Prisma } from "@/generated/prisma/client";
import { dayOf } from "@/lib/dates";
import { syllabusName } from "@/lib/desk/syllabus-name";
import { type AnswerColumn, answerColumns } from "@/lib/enrollment/stored-answers";
import { hasMailbox } from "@/lib/mail/addresses";

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
    select: {
      ...answerColumns,
      guardians: { select: { position: true, guardian: { select: answerColumns } } },
    },
  },
  specialityChoices: { select: { option: true, speciality: { select: { name: true } } } },
  syllabusChoices: {
    select: { option: true, syllabus: { select: { name: true, course: { select: { name: true } } } } },
  },
  labels: { select: { label: { select: { name: true } } }, orderBy: { label: { nameKey: "asc" } } },
} satisfies Prisma.EnrollmentSelect & Record<AnswerColumn, true>;

type Row = Prisma.EnrollmentGetPayload<{ select: typeof exported }>;
type Person = Prisma.PersonGetPayload<{ select: typeof answerColumns }>;

export type ExportGroup = "enrollment" | "student" | "guardian" | "wishes";

/**
 * A column of the export: its name, the words that say it on the page (of several alike their number
 * follows), and its value; a day as `YYYY-MM-DD`, an instant in ISO.
 */
export type ExportColumn = {
  name: string;
  group: ExportGroup;
  word: string;
  option?: number;
  kind?: "day" | "instant";
  value: (row: Row) => string | null | undefined;
};

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

const columnsOf = (who: "student" | "guardian", find: (row: Row) => Person | undefined): ExportColumn[] =>
  Object.entries(personFields).map(([field, read]) => ({
    name: `${who}_${field}`,
    group: who,
    word: field,
    ...(field === "birth_date" && { kind: "day" as const }),
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
    group: "wishes",
    word: kind,
    option,
    value: ({ specialityChoices, syllabusChoices }) => {
      if (kind === "speciality")
        return specialityChoices.find((one) => one.option === option)?.speciality.name;
      const chosen = syllabusChoices.find((one) => one.option === option);
      return chosen && syllabusName(chosen.syllabus);
    },
  }));

const own = (group: ExportGroup, columns: Record<string, ExportColumn["value"]>): ExportColumn[] =>
  Object.entries(columns).map(([name, value]) => ({ name, group, word: name, value }));

/** Every column of the export, in the form's order; they bear the API's names of the fields. */
export const exportColumns: ExportColumn[] = [
  ...own("enrollment", {
    reference: ({ reference }) => reference,
    state: ({ decidedState }) => decidedState,
    told_state: ({ state }) => state,
    school_year: ({ schoolYear }) => schoolYear.year,
  }),
  {
    name: "created_at",
    group: "enrollment",
    word: "created_at",
    kind: "instant",
    value: ({ createdAt }) => createdAt.toISOString(),
  },
  ...own("enrollment", {
    source: ({ source }) => source,
    labels: ({ labels }) => labels.map(({ label }) => label.name).join(", "),
  }),
  ...columnsOf("student", ({ student }) => student),
  ...columnsOf("guardian", guardian(1)),
  ...own("guardian", { second_guardian_email: (row) => guardian(2)(row)?.email }),
  ...choices("speciality"),
  ...choices("syllabus"),
  ...own("wishes", {
    experience_speciality: ({ experienceSpeciality }) => experienceSpeciality?.name,
    experience_years: ({ experienceYears }) => experienceYears?.toString(),
    observations: ({ observations }) => observations,
  }),
];

/** The columns that were chosen, in their own order; all of them when none was. */
export function chosenColumns(names: string[]): ExportColumn[] {
  const chosen = exportColumns.filter(({ name }) => names.includes(name));
  return chosen.length > 0 ? chosen : exportColumns;
}
