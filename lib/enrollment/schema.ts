import * as z from "zod/mini";
import { optional, singleLineText } from "./field-schemas";
import { type Branch, type Field, type FieldName, type Fields, fieldRows, type Role } from "./fields";

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
  { value, isBlank }: Field,
  { required, requiredUnless, description, example }: NonNullable<Field[Branch]>,
): z.ZodMiniType {
  const meta = { description, examples: [example], ...(requiredUnless && { requiredUnless }) };
  return (required ? value : optional(value, isBlank)).check(z.meta(meta));
}

/** Those of some fields that tell no one's person, or the student alone. */
type Without<B extends Branch, P extends Role> = {
  [K in keyof Shape<B> as Fields[K] extends { person: P } ? never : K]: Shape<B>[K];
};

function shapeWithout<B extends Branch, P extends Role>(branch: B, ...persons: P[]): Without<B, P> {
  const left = fieldRows.filter(([, { person }]) => !persons.includes(person as P)).map(([name]) => name);
  const shape = shapeOf(branch) as Record<string, z.ZodMiniType>;
  return Object.fromEntries(
    left.flatMap((name) => (shape[name] ? [[name, shape[name]]] : [])),
  ) as unknown as Without<B, P>;
}

const reference = (of: string) => ({
  reference: singleLineText.check(
    z.meta({
      description: `The reference of ${of}, made with this key: its 201 carried it.`,
      examples: ["K7M3XQ9A"],
    }),
  ),
});

/** Interface 4.3: the body of an adult enrollment. Its shape alone; `rules.ts` knows the school. */
export const adultEnrollmentSchema = z.object(shapeOf("adult")).check(z.meta({ id: "AdultEnrollment" }));

/** Interface 4.4: the body of a minor's enrollment. Its shape alone; `rules.ts` knows the school. */
export const minorEnrollmentSchema = z.object(shapeOf("minor")).check(z.meta({ id: "MinorEnrollment" }));

/** What is told of another child of a guardian who is known. */
export const siblingFieldsSchema = z.object(shapeWithout("minor", "guardian"));

/** What is told of a year more of a student who is known. */
export const returningFieldsSchema = z.object(
  shapeWithout("minor", "guardian", "student", "second_guardian"),
);

/** Beyond the interface: another child of a guardian whom an earlier enrollment brought in. */
export const siblingEnrollmentSchema = z
  .object({
    ...reference("an enrollment with the same first guardian"),
    ...siblingFieldsSchema.shape,
  })
  .check(z.meta({ id: "SiblingEnrollment" }));

/** Beyond the interface: a year more of a student whom an earlier enrollment brought in. */
export const returningEnrollmentSchema = z
  .object({
    ...reference("an earlier enrollment of the student"),
    ...returningFieldsSchema.shape,
  })
  .check(z.meta({ id: "ReturningEnrollment" }));

export type SiblingEnrollment = z.output<typeof siblingFieldsSchema>;
export type AdultEnrollment = z.output<typeof adultEnrollmentSchema>;
export type MinorEnrollment = z.output<typeof minorEnrollmentSchema>;
