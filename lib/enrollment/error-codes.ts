import type * as z from "zod/mini";
import { AppError, type FieldCode, fieldIssues } from "@/lib/platform/errors";
import { type Field, fieldRows } from "./fields";
import { adultRules, minorRules, type Rule, returningRules } from "./rules";
import {
  adultEnrollmentSchema,
  minorEnrollmentSchema,
  returningEnrollmentSchema,
  siblingEnrollmentSchema,
} from "./schema";

type Message = ((issue: { input: unknown }) => unknown) | undefined;
type Def = { error?: Message; checks?: Part[]; in?: Part; out?: Part; innerType?: Part; type: string };
type Part = { _zod: { def: Partial<Def> } };
type Schema = z.core.$ZodType;

/** Every message of a schema and of what it is made of: each is a code. What may be left out is never `required`. */
export function listCodes(schema: Schema): string[] {
  const parts = partsOf(schema as unknown as Part);
  const mayBeAbsent = parts.some(({ _zod: { def } }) => def.type === "optional");
  const said = parts.flatMap(({ _zod: { def } }) =>
    [undefined, {}].flatMap((input) => def.error?.({ input }) ?? []),
  );
  return [...new Set(said as string[])].filter((code) => !(mayBeAbsent && code === "required"));
}

type Codes = Record<string, FieldCode[]>;

/** What is refused because it is known already: e-mails and documents are one person's, a year is asked for once. */
const codesFor = (is: (row: Field) => boolean, code: FieldCode): Codes =>
  Object.fromEntries(fieldRows.flatMap(([name, row]) => (is(row) ? [[name, [code]]] : [])));

const uniqueFieldCodes = {
  ...codesFor(({ control }) => control === "email", "email_taken"),
  ...codesFor(({ control }) => control === "document", "document_taken"),
};

export const adultErrorCodes = codesOf(adultEnrollmentSchema, adultRules, uniqueFieldCodes);
export const minorErrorCodes = codesOf(minorEnrollmentSchema, minorRules, uniqueFieldCodes);

const yearCodes = codesFor(({ from }) => from === "years", "already_enrolled");

export const siblingErrorCodes = codesOf(siblingEnrollmentSchema, minorRules, {
  ...uniqueFieldCodes,
  ...yearCodes,
  student_name: ["student_known"],
});
export const returningErrorCodes = codesOf(returningEnrollmentSchema, returningRules, yearCodes);

/** What was submitted, as a schema takes it. @throws AppError `validation_failed` with every issue in schema order */
export function parseInput<S extends z.ZodMiniObject>(schema: S, submitted: unknown): z.output<S> {
  const result = schema.safeParse(submitted, { error: () => "invalid_value" });
  if (result.success) return result.data as z.output<S>;
  throw new AppError("validation_failed", fieldIssues(result.error.issues, Object.keys(schema.shape)));
}

/** The codes with which each field of a body can be refused: its schema's, its rules', and those of a 409. */
function codesOf({ shape }: z.ZodMiniObject, rules: readonly Rule[], known: Codes = {}): Codes {
  return Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => {
      const ruled = rules.filter(({ fields }) => fields.includes(field)).map(({ code }) => code);
      return [field, [...new Set([...listCodes(schema), ...ruled, ...(known[field] ?? [])])] as FieldCode[]];
    }),
  );
}

function partsOf(part: Part): Part[] {
  const { in: before, out, innerType, checks = [] } = part._zod.def;
  const inside = [before, out, innerType].filter((inner) => inner !== undefined);
  return [...inside.flatMap(partsOf), part, ...checks];
}
