import type { Prisma } from "@/generated/prisma/client";
import {
  enrollmentAnswers,
  personAnswers,
  type StoredPeople,
  readStoredAnswers,
} from "@/lib/enrollment/stored-answers";
import type { Answers, FormField } from "@/lib/form/answers";
import { allFields } from "@/lib/form/questions";
import { sharedGuardianFields, listSteps, type StepId, getStep } from "@/lib/form/steps";
import { type FamilyRole, createRoleColumns, getFamilyRole, whereVisibleTo } from "@/lib/people/accounts/access";
import { type Day, toLocalDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

const stored = {
  id: true,
  reference: true,
  state: true,
  createdAt: true,
  ...enrollmentAnswers,
  schoolYear: { select: { year: true } },
  student: {
    select: {
      ...personAnswers,
      guardians: {
        select: { position: true, confirmedAt: true, keptApart: true, guardian: { select: personAnswers } },
      },
    },
  },
} satisfies Prisma.EnrollmentSelect;

type Stored = Prisma.EnrollmentGetPayload<{ select: typeof stored }>;

export type SentAnswers = Pick<Stored, "reference" | "state" | "createdAt" | "schoolYearId"> & {
  year: string;
  student: string;
  part: FamilyRole;
  /** What was answered, as the form knows it, as far as it is the reader's to see. */
  answers: Answers;
  /** The steps that asked for it, in the form's order. */
  steps: StepId[];
  /** What they asked that is not the reader's to see, not even whether it was answered. */
  hiddenFields: readonly FormField[];
};

/** What the page displays before an enrollment is withdrawn: what that means depends on how it stands. */
export const withdrawalShown = ({ reference, student, state }: SentAnswers) => ({
  withdrawal: { name: student, reference, state },
});

/**
 * Everything that was sent with an enrollment, as it is stored now and as far as a person may see it:
 * the first guardian all but what became the second one's own, the student what is about them, the other
 * guardian the child and the studies, without anybody's address, contact or document.
 * @returns undefined when they have nothing to do with it any more
 */
export async function readSentAnswers(
  personId: string,
  reference: string,
  now: Date,
): Promise<SentAnswers | undefined> {
  const { time_zone } = await getSettings();
  const where = { reference, ...whereVisibleTo(personId) };
  const [row, mine] = await Promise.all([
    prisma().enrollment.findFirst({ where, select: stored }),
    prisma().enrollment.findFirst({ where, select: createRoleColumns(personId) }),
  ]);
  if (!row || !mine) return;
  const part = getFamilyRole(mine, personId, getToday(time_zone, now));
  if (part === "former") return;

  const people = listVisiblePeople(row, personId, part);
  const given = readStoredAnswers(row, people) as Answers;
  const hiddenFields = listHiddenFields(part, row, people);
  const all: Answers = { ...given, ...inferFormAnswers(people, given) };
  const answers: Answers = Object.fromEntries(
    Object.entries(all).filter(([field]) => !hiddenFields.includes(field as FormField)),
  );
  return {
    reference,
    state: row.state,
    createdAt: row.createdAt,
    schoolYearId: row.schoolYearId,
    year: row.schoolYear.year,
    student: [row.student.name, row.student.surname].filter(Boolean).join(" "),
    part,
    answers,
    steps: stepsFor(answers, people, part, toLocalDay(time_zone, row.createdAt)),
    hiddenFields,
  };
}

function listVisiblePeople(
  { student, studentId }: Stored & { studentId?: string },
  personId: string,
  part: FamilyRole,
): StoredPeople {
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

const ADDRESS = ["country", "city", "zipCode", "address"] as const;

/** What only the form asks, as it must have been answered. */
function inferFormAnswers({ student, guardian, second_guardian }: StoredPeople, answers: Answers): Answers {
  const same =
    guardian && student?.address && ADDRESS.every((column) => student[column] === guardian[column]);
  return {
    has_second_guardian: second_guardian ? "yes" : "no",
    has_student_email: answers.student_email ? "yes" : "no",
    ...(same && { student_same_address: "yes" }),
  };
}

/** The other guardian reads what is about the child and the studies; who reads of no guardian, of no second one. */
function listHiddenFields(part: FamilyRole, row: Stored, people: StoredPeople): FormField[] {
  const forBoth: ReadonlySet<string> = sharedGuardianFields;
  if (part === "guardian")
    return allFields.filter(
      (field) => field !== "school_year_id" && (!forBoth.has(field) || field === "student_email"),
    );
  return people.guardian && !hidesSecond(row, people) ? [] : ["has_second_guardian", "second_guardian_email"];
}

/** Another guardian is there, whose address is nobody's but theirs: nothing is told, least of all that there is none. */
const hidesSecond = ({ student }: Stored, { second_guardian }: StoredPeople) =>
  !second_guardian && student.guardians.some(({ position }) => position === 2);

function stepsFor(answers: Answers, people: StoredPeople, part: FamilyRole, sentOn: Day): StepId[] {
  const asked = listSteps({ answers, today: sentOn, severalYears: true }).filter(
    (step) => getStep(step).section !== "guardian" || people.guardian,
  );
  return part === "guardian" ? asked.filter((step) => getStep(step).visibleToBoth) : asked;
}
