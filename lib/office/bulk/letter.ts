import { z } from "zod";
import { LONGEST_WORDS } from "@/lib/decisions/refusal";
import { type Locale, locales } from "@/lib/i18n/locales";
import { unknownIn } from "@/lib/mail/placeholders";
import { type Issue, Refused } from "@/lib/people/verb";

const LONGEST_SUBJECT = 120;

const subject = z
  .string()
  .trim()
  .max(LONGEST_SUBJECT, "subject_too_long")
  .transform((text) => text.replace(/\s+/g, " "))
  .optional();
const words = z.string().trim().max(LONGEST_WORDS, "too_long").optional();

/** A subject and a text in each language; one that is left blank falls back to another. */
export const letterShape = {
  subject_es: subject,
  text_es: words,
  subject_ca: subject,
  text_ca: words,
  subject_en: subject,
  text_en: words,
};

const letter = z.object(letterShape);

export type Letter = z.output<typeof letter>;
export type LetterField = keyof typeof letterShape;

export const letterFields = Object.keys(letterShape) as LetterField[];

/**
 * What is wrong with a letter: nothing in any language, a subject without a text or a text without one, or something
 * in braces that nothing is put in the place of. @throws Refused
 */
export function checkLetter(written: Letter): void {
  const issues = locales.flatMap((locale) => issuesIn(written, locale));
  if (issues.length === 0 && writtenIn(written).length === 0)
    issues.push({ field: "subject_es", code: "letter_needed" });
  if (issues.length > 0) throw new Refused(...issues);
}

function issuesIn(written: Letter, locale: Locale): Issue[] {
  const fields = [`subject_${locale}`, `text_${locale}`] as const;
  const filled = fields.filter((field) => written[field]);
  return fields.flatMap((field): Issue[] => {
    const text = written[field];
    if (!text) return filled.length > 0 ? [{ field, code: `letter_${field.split("_")[0]}_needed` }] : [];
    const [unknown] = unknownIn(text);
    return unknown ? [{ field, code: "placeholder_unknown", values: { written: unknown } }] : [];
  });
}

/** The languages in which it is written. */
export const writtenIn = (written: Letter): Locale[] =>
  locales.filter((locale) => written[`subject_${locale}`] && written[`text_${locale}`]);

/** What a reader of a language gets: in theirs, else in the school's, else in the first that there is. */
export function letterFor(written: Letter, wants: Locale, school: Locale) {
  const there = writtenIn(written);
  const locale = [wants, school, ...there].find((one) => there.includes(one));
  if (!locale) return;
  return { locale, subject: written[`subject_${locale}`] ?? "", text: written[`text_${locale}`] ?? "" };
}
