import type { Prisma } from "@/generated/prisma/client";
import { dayOf } from "@/lib/dates";
import { hasMailbox } from "@/lib/mail/addresses";
import { type FieldName, type Fields, fieldRows, type Role } from "./fields";

type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;

/** The columns of a table in which answers are kept, as Prisma names them. */
type ColumnsOf<T extends "people" | "enrollments"> = {
  [K in FieldName]: Fields[K] extends { stored: { in: T; column: infer C extends string } }
    ? Camel<C>
    : never;
}[FieldName];

/** Those of an enrollment that keep an answer itself; the others keep the id of what a relation names. */
export type AnswerColumn = Exclude<ColumnsOf<"enrollments">, `${string}Id`>;

function columnsOf<T extends "people" | "enrollments">(table: T) {
  const columns = fieldRows.flatMap(([, { stored }]) =>
    stored?.in === table && "column" in stored ? [[columnOf(stored.column), true]] : [],
  );
  return Object.fromEntries(columns) as Record<ColumnsOf<T>, true>;
}

/** The columns of a person in which answers are kept. */
export const answerColumns = columnsOf("people") satisfies Prisma.PersonSelect;

/** The same, with whose they are. */
export const personAnswers = { id: true, ...answerColumns } satisfies Prisma.PersonSelect;

/** The same of an enrollment, with what was chosen. */
export const enrollmentAnswers = {
  ...columnsOf("enrollments"),
  specialityChoices: { select: { option: true, specialityId: true } },
  syllabusChoices: { select: { option: true, syllabusId: true } },
} satisfies Prisma.EnrollmentSelect;

export type StoredPerson = Prisma.PersonGetPayload<{ select: typeof personAnswers }>;
type StoredEnrollment = Prisma.EnrollmentGetPayload<{ select: typeof enrollmentAnswers }>;

export type StoredPeople = Partial<Record<Role, Partial<StoredPerson>>>;

/**
 * The answers that the stored values came from, by field; what was not given is left out.
 *
 * @param row undefined when people alone are asked for
 */
export function storedAnswers(
  row: StoredEnrollment | undefined,
  people: StoredPeople,
): Record<string, unknown> {
  const { specialityChoices = [], syllabusChoices = [] } = row ?? {};
  const choices = {
    specialities: new Map(specialityChoices.map(({ option, specialityId }) => [option, specialityId])),
    syllabi: new Map(syllabusChoices.map(({ option, syllabusId }) => [option, syllabusId])),
  };
  const given = fieldRows.flatMap(([name, { stored, person }]) => {
    if (!stored) return [];
    if ("option" in stored) return [[name, choices[stored.in].get(stored.option)]];
    const holder = stored.in === "enrollments" ? row : person && people[person];
    return [[name, asAnswer((holder as Record<string, unknown> | undefined)?.[columnOf(stored.column)])]];
  });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** A column as Prisma names it. */
export function columnOf(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function asAnswer(value: unknown): unknown {
  if (value === null || value === undefined) return;
  if (value instanceof Date) return dayOf(value);
  return typeof value === "string" && !hasMailbox(value) ? undefined : value;
}
