import * as z from "zod/mini";
import { optional, singleLineText } from "./field-schemas";
import { type Branch, type Field, type FieldName, type Fields, fieldRows, type Role } from "./fields";

type Optional<S extends z.ZodMiniType> = ReturnType<typeof optional<S>>;

type SchemaOf<F, B extends Branch> = F extends { value: infer S extends z.ZodMiniType } & {
  [K in B]: { required: infer R };
}
  ? R extends true
    ? S
    : Optional<S>
  : never;

type Shape<B extends Branch> = {
  [K in FieldName as [SchemaOf<Fields[K], B>] extends [never] ? never : K]: SchemaOf<Fields[K], B>;
};

function createShape<B extends Branch>(branch: B): Shape<B> {
  const entries = fieldRows.flatMap(([name, row]) =>
    row[branch] ? [[name, createFieldSchema(row, row[branch])]] : [],
  );
  return Object.fromEntries(entries) as Shape<B>;
}

function createFieldSchema(
  { value, isBlank }: Field,
  { required, requiredUnless, description, example }: NonNullable<Field[Branch]>,
): z.ZodMiniType {
  const meta = { description, examples: [example], ...(requiredUnless && { requiredUnless }) };
  return (required ? value : optional(value, isBlank)).check(z.meta(meta));
}

type Without<B extends Branch, P extends Role> = {
  [K in keyof Shape<B> as Fields[K] extends { person: P } ? never : K]: Shape<B>[K];
};

function shapeWithout<B extends Branch, P extends Role>(branch: B, ...persons: P[]): Without<B, P> {
  const names = fieldRows.filter(([, { person }]) => !persons.includes(person as P)).map(([name]) => name);
  const shape = createShape(branch) as Record<string, z.ZodMiniType>;
  return Object.fromEntries(
    names.flatMap((name) => (shape[name] ? [[name, shape[name]]] : [])),
  ) as unknown as Without<B, P>;
}

const reference = (subject: string) => ({
  reference: singleLineText.check(
    z.meta({
      description: `The reference of ${subject} made with this key.`,
      examples: ["K7M3XQ9A"],
    }),
  ),
});

/** Interface 4.3: the body of an adult's enrollment. The shape only; `rules.ts` checks the rest. */
export const adultEnrollmentSchema = z.object(createShape("adult")).check(z.meta({ id: "AdultEnrollment" }));

/** Interface 4.4: the body of a minor's enrollment. The shape only; `rules.ts` checks the rest. */
export const minorEnrollmentSchema = z.object(createShape("minor")).check(z.meta({ id: "MinorEnrollment" }));

/** The fields of another child of an existing guardian. */
export const siblingFieldsSchema = z.object(shapeWithout("minor", "guardian"));

/** The fields of another year of an existing student. */
export const returningFieldsSchema = z.object(
  shapeWithout("minor", "guardian", "student", "second_guardian"),
);

/** Not in interface.md: another child of the guardian of an earlier enrollment. */
export const siblingEnrollmentSchema = z
  .object({
    ...reference("an enrollment with the same first guardian"),
    ...siblingFieldsSchema.shape,
  })
  .check(z.meta({ id: "SiblingEnrollment" }));

/** Not in interface.md: another year of the student of an earlier enrollment. */
export const returningEnrollmentSchema = z
  .object({
    ...reference("an earlier enrollment of the student"),
    ...returningFieldsSchema.shape,
  })
  .check(z.meta({ id: "ReturningEnrollment" }));
export type AdultEnrollment = z.output<typeof adultEnrollmentSchema>;
export type MinorEnrollment = z.output<typeof minorEnrollmentSchema>;
