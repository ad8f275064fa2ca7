import { z } from "zod";
import { parseActionInput } from "@/lib/people/verb";
import { asciiDigits } from "@/lib/platform/digits";
import { assertFormData, isSecretField } from "@/lib/platform/page-request";

/**
 * What a form says of a schema's fields, unchecked: texts without what PostgreSQL cannot store and with digits from 0 to
 * 9, whatever the keyboard's script; boxes as a list.
 */
export function readFormData(form: FormData, { shape }: z.ZodObject): Record<string, unknown> {
  assertFormData(form);
  return Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => {
      const read = isSecretField(field)
        ? storable
        : (value: FormDataEntryValue) => toAsciiDigits(storable(value));
      const texts = form.getAll(getControlName(form, field)).flatMap((value) => read(value) ?? []);
      return [field, schema instanceof z.ZodArray ? texts : texts[0]];
    }),
  );
}

/** The control of a field: of a form that stands on its page more than once its name ends in whom it is about. */
export function getControlName(form: FormData, field: string): string {
  if (form.has(field)) return field;
  return [...form.keys()].find((name) => name.startsWith(`${field}-`)) ?? field;
}

const storable = (value: FormDataEntryValue) =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : undefined;

/** Prose in a script of its own keeps its digits; a number, a day, a price or a reference has no such letters. */
const toAsciiDigits = (text: string | undefined) =>
  text === undefined || /(?![A-Za-z])\p{L}/u.test(text) ? text : asciiDigits(text);

/** The same, as the schema takes it. @throws DomainError */
export const parseForm = <S extends z.ZodObject>(form: FormData, schema: S): z.output<S> =>
  parseActionInput(schema, readFormData(form, schema));

/** A number without a sign, as a control or an address has it. */
export const optionalInteger = z
  .string()
  .optional()
  .transform((text = "") => asciiDigits(text))
  .transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined));
