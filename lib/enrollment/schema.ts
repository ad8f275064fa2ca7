import * as z from "zod/mini";
import { type Branch, type Field, type FieldName, type Fields, fieldRows } from "./fields";
import { optional } from "./values";

type Optional<S extends z.ZodMiniType> = ReturnType<typeof optional<S>>;

/** What a row asks of a branch: nothing, a value, or a value that may be left out. */
type Asked<F, B extends Branch> = F extends { value: infer S extends z.ZodMiniType } & {
  [K in B]: { required: infer R };
}
  ? R extends true
    ? S
    : Optional<S>
  : never;

type Shape<B extends Branch> = {
  [K in FieldName as [Asked<Fields[K], B>] extends [never] ? never : K]: Asked<Fields[K], B>;
};

/** The schemas of what an enrollment asks, in the order of the rows. */
function shapeOf<B extends Branch>(branch: B): Shape<B> {
  const asked = fieldRows.flatMap(([name, row]) => (row[branch] ? [[name, schemaOf(row, row[branch])]] : []));
  return Object.fromEntries(asked) as Shape<B>;
}

function schemaOf(
  { value, blank }: Field,
  { required, description, example }: NonNullable<Field[Branch]>,
): z.ZodMiniType {
  return (required ? value : optional(value, blank)).check(z.meta({ description, examples: [example] }));
}

/** Interface 4.3: the body of an adult enrollment. Its shape alone; `rules.ts` knows the school. */
export const adultEnrollment = z.object(shapeOf("adult")).check(z.meta({ id: "AdultEnrollment" }));

/** Interface 4.4: the body of a minor's enrollment. Its shape alone; `rules.ts` knows the school. */
export const minorEnrollment = z.object(shapeOf("minor")).check(z.meta({ id: "MinorEnrollment" }));

export type AdultEnrollment = z.output<typeof adultEnrollment>;
export type MinorEnrollment = z.output<typeof minorEnrollment>;
