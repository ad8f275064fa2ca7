import type { Prisma } from "@/generated/prisma/client";
import { isDeliverable } from "@/lib/mail/addresses";
import { toDay } from "@/lib/platform/dates";
import { type Field, type FieldName, type Fields, fieldRows, fields, type Role } from "./fields";

type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;

/** The columns of a table with answers, as Prisma names them. */
type ColumnsOf<T extends "people" | "enrollments"> = {
  [K in FieldName]: Fields[K] extends { stored: { in: T; column: infer C extends string } }
    ? Camel<C>
    : never;
}[FieldName];

function createColumns<T extends "people" | "enrollments">(table: T) {
  const columns = fieldRows.flatMap(([, { stored }]) =>
    stored?.in === table && "column" in stored ? [[toColumnName(stored.column), true]] : [],
  );
  return Object.fromEntries(columns) as Record<ColumnsOf<T>, true>;
}

export const answerColumns = createColumns("people") satisfies Prisma.PersonSelect;

export const personAnswers = { id: true, ...answerColumns } satisfies Prisma.PersonSelect;

export const enrollmentAnswers = {
  ...createColumns("enrollments"),
  specialityChoices: { select: { option: true, specialityId: true } },
  syllabusChoices: { select: { option: true, syllabusId: true } },
} satisfies Prisma.EnrollmentSelect;

type StoredPerson = Prisma.PersonGetPayload<{ select: typeof personAnswers }>;
type StoredEnrollment = Prisma.EnrollmentGetPayload<{ select: typeof enrollmentAnswers }>;

export type StoredPeople = Partial<Record<Role, Partial<StoredPerson>>>;

/**
 * The answers by field, from stored values; missing ones are left out.
 * @param row undefined to read only people
 */
export function readStoredAnswers(
  row: StoredEnrollment | undefined,
  people: StoredPeople,
): Record<string, unknown> {
  const { specialityChoices = [], syllabusChoices = [] } = row ?? {};
  const choices = {
    specialities: new Map(specialityChoices.map(({ option, specialityId }) => [option, specialityId])),
    syllabi: new Map(syllabusChoices.map(({ option, syllabusId }) => [option, syllabusId])),
  };
  const entries = fieldRows.flatMap(([name, { stored, person }]) => {
    if (!stored) return [];
    if ("option" in stored) return [[name, choices[stored.in].get(stored.option)]];
    const source = stored.in === "enrollments" ? row : person && people[person];
    return [[name, toAnswer((source as Record<string, unknown> | undefined)?.[toColumnName(stored.column)])]];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** A person's answers by text key, the same for every role. */
export function toPersonAnswers(person: Partial<StoredPerson>): Record<string, unknown> {
  const columns = fieldRows.flatMap(([, { stored, textKey }]) => {
    if (stored?.in !== "people") return [];
    return [[textKey, toAnswer(person[toColumnName(stored.column) as "name"]) ?? null]];
  });
  return Object.fromEntries(columns);
}

type CatalogueItems = { id: number; name: string }[];

/** The name of an answered speciality or syllabus; any other answer unchanged. */
export function toAnswerName(
  field: FieldName,
  answer: unknown,
  year: { specialities: CatalogueItems; syllabi: CatalogueItems },
): unknown {
  const { options } = fields[field] as Field;
  if (options !== "specialities" && options !== "syllabi") return answer;
  return year[options].find(({ id }) => id === answer)?.name ?? answer;
}

/** The column of a field as Prisma and the audit log name it; lists of choices have none. */
export function getFieldColumn(field: FieldName): string | undefined {
  const { stored } = fields[field] as Field;
  return stored && "column" in stored ? toColumnName(stored.column) : undefined;
}

/** A column as Prisma names it: camel case. */
export function toColumnName(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The text of an audited value in the copy of one's data (`copy.fields`): snake case, without the `Id` of a reference. */
export const toCopyField = (name: string) =>
  name.replace(/Id$/, "").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function toAnswer(value: unknown): unknown {
  if (value === null || value === undefined) return;
  if (value instanceof Date) return toDay(value);
  return typeof value === "string" && !isDeliverable(value) ? undefined : value;
}
