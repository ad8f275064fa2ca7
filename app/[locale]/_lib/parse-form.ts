import { z } from "zod";
import { parseActionInput } from "@/lib/people/verb";
import { assertFormData, isSecretField } from "@/lib/platform/page-request";
import { asciiDigits } from "@/lib/platform/text";

/**
 * Unvalidated values of a schema's fields. Removes characters that PostgreSQL cannot store and converts
 * digits to ASCII; checkboxes become a list.
 */
export function readFormData(form: FormData, { shape }: z.ZodObject): Record<string, unknown> {
  assertFormData(form);
  return Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => {
      const readText = isSecretField(field)
        ? toStorableText
        : (value: FormDataEntryValue) => toAsciiDigits(toStorableText(value));
      const texts = form.getAll(getControlName(form, field)).flatMap((value) => readText(value) ?? []);
      return [field, isList(schema) ? texts : texts[0]];
    }),
  );
}

/** Also when the list is transformed. */
const isList = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodPipe ? isList(schema.in) : schema instanceof z.ZodArray;

/** In a form that is repeated on a page, names end in the person's id. */
export function getControlName(form: FormData, field: string): string {
  if (form.has(field)) return field;
  return [...form.keys()].find((name) => name.startsWith(`${field}-`)) ?? field;
}

const toStorableText = (value: FormDataEntryValue) =>
  typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : undefined;

/** Not in prose of another script, which contains letters. */
const toAsciiDigits = (text: string | undefined) =>
  text === undefined || /(?![A-Za-z])\p{L}/u.test(text) ? text : asciiDigits(text);

/** @throws DomainError */
export const parseForm = <S extends z.ZodObject>(form: FormData, schema: S): z.output<S> =>
  parseActionInput(schema, readFormData(form, schema));

/** Empty when it is missing. */
export const optionalText = z.string().default("");

export const optionalInteger = z
  .string()
  .optional()
  .transform((text = "") => asciiDigits(text))
  .transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined));
