import type * as z from "zod/mini";
import type { FieldCode } from "@/lib/platform/errors";
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

/** Lists the error codes of a schema and its parts; an optional field has no `required`. */
export function listCodes(schema: Schema): string[] {
  const parts = listParts(schema as unknown as Part);
  const isOptional = parts.some(({ _zod: { def } }) => def.type === "optional");
  const codes = parts.flatMap(({ _zod: { def } }) =>
    [undefined, {}].flatMap((input) => def.error?.({ input }) ?? []),
  );
  return [...new Set(codes as string[])].filter((code) => !(isOptional && code === "required"));
}

type Codes = Record<string, FieldCode[]>;

/** Codes for values that must be unique: e-mails, documents, and a student's school year. */
const mapCode = (matches: (row: Field) => boolean, code: FieldCode): Codes =>
  Object.fromEntries(fieldRows.flatMap(([name, row]) => (matches(row) ? [[name, [code]]] : [])));

const uniqueFieldCodes = {
  ...mapCode(({ control }) => control === "email", "email_taken"),
  ...mapCode(({ control }) => control === "document", "document_taken"),
};

const yearCodes = mapCode(({ options }) => options === "years", "already_enrolled");

/** The possible error codes of each field, by kind of enrollment. */
export const enrollmentErrorCodes = {
  adult: listFieldCodes(adultEnrollmentSchema, adultRules, uniqueFieldCodes),
  minor: listFieldCodes(minorEnrollmentSchema, minorRules, uniqueFieldCodes),
  sibling: listFieldCodes(siblingEnrollmentSchema, minorRules, {
    ...uniqueFieldCodes,
    ...yearCodes,
    student_name: ["student_known"],
  }),
  returning: listFieldCodes(returningEnrollmentSchema, returningRules, yearCodes),
};

/** The possible error codes of each field: of its schema, its rules and a 409. */
function listFieldCodes({ shape }: z.ZodMiniObject, rules: readonly Rule[], extraCodes: Codes = {}): Codes {
  return Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => {
      const ruleCodes = rules.filter(({ fields }) => fields.includes(field)).map(({ code }) => code);
      const codes = new Set([...listCodes(schema), ...ruleCodes, ...(extraCodes[field] ?? [])]);
      return [field, [...codes] as FieldCode[]];
    }),
  );
}

function listParts(part: Part): Part[] {
  const { in: input, out, innerType, checks = [] } = part._zod.def;
  const innerParts = [input, out, innerType].filter((inner) => inner !== undefined);
  return [...innerParts.flatMap(listParts), part, ...checks];
}
