import type { PreviewedMail } from "@/lib/decisions/preview";
import type { Locale } from "@/lib/i18n/locales";
import { schoolDetails } from "@/lib/mail/prepare";
import { mailText } from "@/lib/mail/render";
import { accountUrl } from "@/lib/mail/setup-link";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { type Letter, letterFor } from "./letter";
import { letterTo, studentsOf } from "./letter-to";
import { type Recipient, recipientsOf } from "./recipients";

/** How many get a letter in a language, of those who read in which. */
export type LetterLanguage = { locale: Locale; wants: Locale; count: number };

/** In which languages a letter goes to its recipients, the most first. */
export async function languagesOf(letter: Letter, recipients: Recipient[]): Promise<LetterLanguage[]> {
  const { default_locale: school } = await settings();
  const counts = new Map<string, LetterLanguage>();
  for (const { reader } of recipients) {
    const wants = reader.locale as Locale;
    const locale = letterFor(letter, wants, school)?.locale ?? wants;
    const known = counts.get(`${locale} ${wants}`) ?? { locale, wants, count: 0 };
    counts.set(`${locale} ${wants}`, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

/** How many people would be written to about the rows of a step on many, by the language in which they read. */
export async function readersByLanguage(bulkId: string): Promise<Record<Locale, number>> {
  const anything = { subject_es: "-", text_es: "-" };
  const { recipients } = await recipientsOf(prisma(), bulkId, anything);
  const readers: Record<Locale, number> = { es: 0, ca: 0, en: 0 };
  for (const { reader } of recipients) readers[reader.locale as Locale] += 1;
  return readers;
}

/** What somebody is written, as it would be sent. */
export async function sampleOf(letter: Letter, recipient: Recipient): Promise<PreviewedMail | undefined> {
  const own = await letterTo(prisma(), letter, recipient);
  if (!own) return;
  const { locale, references, subject, words } = own;
  const { reader, rows } = recipient;
  const details = {
    school: await schoolDetails(await settings()),
    confirmed: reader.hasAccount,
    name: reader.name ?? undefined,
    students: studentsOf(recipient),
    references,
    year: rows[0]?.enrollment.schoolYear.year,
    link: accountUrl(locale),
    tells: { reader: reader.reader, subject, words },
  };
  return { to: reader.email, name: reader.name, locale, ...mailText("group_message", locale, details) };
}
