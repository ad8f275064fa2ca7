import type { MailPreview } from "@/lib/decisions/preview";
import type { Locale } from "@/lib/i18n/locales";
import { getMailSchool } from "@/lib/mail/prepare";
import { renderMailText } from "@/lib/mail/render";
import { getAccountUrl } from "@/lib/mail/setup-link";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import { type GroupMailText, chooseLanguage } from "./letter";
import { fillGroupMail, listStudentNames } from "./letter-to";
import { type GroupRecipient, findGroupRecipients } from "./recipients";

/** How many get a letter in a language, of those who read in which. */
export type LanguageCount = { locale: Locale; wants: Locale; count: number };

/** In which languages a letter goes to its recipients, the most first. */
export async function countLanguages(letter: GroupMailText, recipients: GroupRecipient[]): Promise<LanguageCount[]> {
  const { default_locale: school } = await getSettings();
  const counts = new Map<string, LanguageCount>();
  for (const { reader } of recipients) {
    const wants = reader.locale as Locale;
    const locale = chooseLanguage(letter, wants, school)?.locale ?? wants;
    const known = counts.get(`${locale} ${wants}`) ?? { locale, wants, count: 0 };
    counts.set(`${locale} ${wants}`, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

/** How many people would be written to about the rows of a step on many, by the language in which they read. */
export async function countRecipientsByLanguage(bulkId: string): Promise<Record<Locale, number>> {
  const anything = { subject_es: "-", text_es: "-" };
  const { recipients } = await findGroupRecipients(prisma(), bulkId, anything);
  const readers: Record<Locale, number> = { es: 0, ca: 0, en: 0 };
  for (const { reader } of recipients) readers[reader.locale as Locale] += 1;
  return readers;
}

/** What somebody is written, as it would be sent. */
export async function createSample(letter: GroupMailText, recipient: GroupRecipient): Promise<MailPreview | undefined> {
  const own = await fillGroupMail(prisma(), letter, recipient);
  if (!own) return;
  const { locale, references, subject, words } = own;
  const { reader, rows } = recipient;
  const details = {
    school: await getMailSchool(await getSettings()),
    confirmed: reader.hasAccount,
    name: reader.name ?? undefined,
    students: listStudentNames(recipient),
    references,
    year: rows[0]?.enrollment.schoolYear.year,
    link: getAccountUrl(locale),
    tells: { reader: reader.reader, subject, words },
  };
  return { to: reader.email, name: reader.name, locale, ...renderMailText("group_message", locale, details) };
}
