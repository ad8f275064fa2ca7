import { z } from "zod";
import { MAX_TEXT_LENGTH } from "@/lib/decisions/refusal";
import { type Locale, locales } from "@/lib/i18n/locales";
import { findUnknownPlaceholders } from "@/lib/mail/placeholders";
import { type ActionIssue, ActionError } from "@/lib/people/verb";

const LONGEST_SUBJECT = 120;

const subject = z
  .string()
  .trim()
  .max(LONGEST_SUBJECT, "subject_too_long")
  .transform((text) => text.replace(/\s+/g, " "))
  .optional();
const words = z.string().trim().max(MAX_TEXT_LENGTH, "too_long").optional();

/** A subject and a text in each language; one that is left blank falls back to another. */
export const groupMailShape = {
  subject_es: subject,
  text_es: words,
  subject_ca: subject,
  text_ca: words,
  subject_en: subject,
  text_en: words,
};

const letter = z.object(groupMailShape);

export type GroupMailText = z.output<typeof letter>;
export type GroupMailField = keyof typeof groupMailShape;

export const groupMailFields = Object.keys(groupMailShape) as GroupMailField[];

/**
 * What is wrong with a letter: nothing in any language, a subject without a text or a text without one, or something
 * in braces that nothing is put in the place of. @throws Refused
 */
export function validateGroupMail(written: GroupMailText): void {
  const issues = locales.flatMap((locale) => issuesIn(written, locale));
  if (issues.length === 0 && listLanguages(written).length === 0)
    issues.push({ field: "subject_es", code: "letter_needed" });
  if (issues.length > 0) throw new ActionError(...issues);
}

function issuesIn(written: GroupMailText, locale: Locale): ActionIssue[] {
  const fields = [`subject_${locale}`, `text_${locale}`] as const;
  const filled = fields.filter((field) => written[field]);
  return fields.flatMap((field): ActionIssue[] => {
    const text = written[field];
    if (!text) return filled.length > 0 ? [{ field, code: `letter_${field.split("_")[0]}_needed` }] : [];
    const [unknown] = findUnknownPlaceholders(text);
    return unknown ? [{ field, code: "placeholder_unknown", values: { written: unknown } }] : [];
  });
}

/** The languages in which it is written. */
export const listLanguages = (written: GroupMailText): Locale[] =>
  locales.filter((locale) => written[`subject_${locale}`] && written[`text_${locale}`]);

/** What a reader of a language gets: in theirs, else in the school's, else in the first that there is. */
export function chooseLanguage(written: GroupMailText, wants: Locale, school: Locale) {
  const there = listLanguages(written);
  const locale = [wants, school, ...there].find((one) => there.includes(one));
  if (!locale) return;
  return { locale, subject: written[`subject_${locale}`] ?? "", text: written[`text_${locale}`] ?? "" };
}
