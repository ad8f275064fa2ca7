import type { Prisma } from "@/generated/prisma/client";
import { type Part, partColumns, partOf, seenBy } from "@/lib/accounts/access";
import { type Day, dayIn, dayOf } from "@/lib/dates";
import { fieldRows, type Role } from "@/lib/enrollment/fields";
import type { Answers } from "@/lib/form/answers";
import { journey, type StepId, stepRow } from "@/lib/form/steps";
import { hasMailbox } from "@/lib/mail/addresses";
import { prisma } from "@/lib/prisma";
import { settings } from "@/lib/school/settings";

const person = {
  id: true,
  email: true,
  name: true,
  surname: true,
  birthDate: true,
  documentType: true,
  document: true,
  phoneCountryCode: true,
  phone: true,
  country: true,
  city: true,
  zipCode: true,
  address: true,
} satisfies Prisma.PersonSelect;

const stored = {
  id: true,
  reference: true,
  state: true,
  createdAt: true,
  schoolYearId: true,
  experienceSpecialityId: true,
  experienceYears: true,
  observations: true,
  schoolYear: { select: { year: true } },
  specialityChoices: { select: { option: true, specialityId: true } },
  syllabusChoices: { select: { option: true, syllabusId: true } },
  student: {
    select: {
      ...person,
      guardians: {
        select: { position: true, confirmedAt: true, keptApart: true, guardian: { select: person } },
      },
    },
  },
} satisfies Prisma.EnrollmentSelect;

type Stored = Prisma.EnrollmentGetPayload<{ select: typeof stored }>;
type StoredPerson = Prisma.PersonGetPayload<{ select: typeof person }>;

export type SentEnrollment = Pick<Stored, "reference" | "state" | "createdAt" | "schoolYearId"> & {
  year: string;
  student: string;
  part: Part;
  /** What was answered, as the form knows it, as far as it is the reader's to see. */
  answers: Answers;
  /** The steps that asked for it, in the form's order. */
  steps: StepId[];
};

/**
 * Everything that was sent with an enrollment, as it is stored now and as far as a person may see it:
 * the first guardian all but what became the second one's own, the student what is about them, the other
 * guardian the child and the studies, without anybody's address, contact or document.
 * @returns undefined when they have nothing to do with it any more
 */
export async function sentEnrollment(
  personId: string,
  reference: string,
  now: Date,
): Promise<SentEnrollment | undefined> {
  const { time_zone } = await settings();
  const where = { reference, ...seenBy(personId) };
  const [row, mine] = await Promise.all([
    prisma().enrollment.findFirst({ where, select: stored }),
    prisma().enrollment.findFirst({ where, select: partColumns(personId) }),
  ]);
  if (!row || !mine) return;
  const part = partOf(mine, personId, dayIn(time_zone, now));
  if (part === "former") return;

  const people = peopleFor(row, personId, part);
  const answers = answersFrom(row, people);
  return {
    reference,
    state: row.state,
    createdAt: row.createdAt,
    schoolYearId: row.schoolYearId,
    year: row.schoolYear.year,
    student: [row.student.name, row.student.surname].filter(Boolean).join(" "),
    part,
    answers,
    steps: stepsFor(answers, people, part, dayIn(time_zone, row.createdAt)),
  };
}

type People = Partial<Record<Role, Partial<StoredPerson>>>;

function peopleFor(
  { student, studentId }: Stored & { studentId?: string },
  personId: string,
  part: Part,
): People {
  const { guardians, ...child } = student;
  if (part === "guardian") {
    const { name, surname, birthDate } = child;
    return { student: { name, surname, birthDate } };
  }
  const first = guardians.find(({ position, guardian }) => position === 1 && guardian.id === personId);
  if (!first || studentId === personId) return { student: child };
  const second = guardians.find(({ position }) => position === 2);
  // Once confirmed, or marked by the desk on either side, an address is nobody's but its owner's.
  const known = second && !second.confirmedAt && !second.keptApart && !first.keptApart;
  return {
    student: child,
    guardian: first.guardian,
    second_guardian: known ? { email: second.guardian.email } : undefined,
  };
}

/** The answers that the stored values came from (lib/enrollment/fields.ts). */
function answersFrom(row: Stored, people: People): Answers {
  const of = (values: Record<string, unknown> | undefined, column: string) => values?.[camelCase(column)];
  const choices = {
    specialities: new Map(row.specialityChoices.map(({ option, specialityId }) => [option, specialityId])),
    syllabi: new Map(row.syllabusChoices.map(({ option, syllabusId }) => [option, syllabusId])),
  };
  const given = fieldRows.flatMap(([name, { stored, person }]) => {
    if (!stored) return [];
    if ("option" in stored) return [[name, choices[stored.in].get(stored.option)]];
    const value = of(stored.in === "enrollments" ? row : person && people[person], stored.column);
    return [[name, asAnswer(value)]];
  });
  const answers = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Answers;
  return { ...answers, ...ownQuestions(people, answers) };
}

const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function asAnswer(value: unknown): unknown {
  if (value === null || value === undefined) return;
  if (value instanceof Date) return dayOf(value);
  return typeof value === "string" && !hasMailbox(value) ? undefined : value;
}

const ADDRESS = ["country", "city", "zipCode", "address"] as const;

/** What only the form asks, as it must have been answered. */
function ownQuestions({ student, guardian, second_guardian }: People, answers: Answers): Answers {
  const details = [answers.student_document, answers.student_phone, answers.student_address];
  const same =
    guardian && student?.address && ADDRESS.every((column) => student[column] === guardian[column]);
  return {
    has_second_guardian: second_guardian ? "yes" : "no",
    add_student_details: details.some(Boolean) ? "yes" : "no",
    ...(same && { student_same_address: "yes" }),
  };
}

const FOR_THE_OTHER: StepId[] = ["birth-date", "student-name", "experience", "specialities", "syllabi"];

function stepsFor(answers: Answers, people: People, part: Part, sentOn: Day): StepId[] {
  const asked = journey({ answers, today: sentOn, severalYears: true }).filter(
    (step) => stepRow(step).section !== "guardian" || people.guardian,
  );
  return part === "guardian" ? asked.filter((step) => FOR_THE_OTHER.includes(step)) : asked;
}
