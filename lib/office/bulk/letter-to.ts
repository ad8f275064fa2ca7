import type { Prisma } from "@/generated/prisma/client";
import { getPlaceNames } from "@/lib/decisions/place";
import { getNotifiedPlace } from "@/lib/decisions/record-decision";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { getDisplayNames } from "@/lib/mail/names";
import { fillPlaceholders } from "@/lib/mail/placeholders";
import { getSettings } from "@/lib/school/settings";
import { type GroupMailText, chooseLanguage } from "./letter";
import { hasNotifiedPlace, type RecipientRow, type GroupRecipient } from "./recipients";

/** First name and surname of whom a recipient is written to about. */
export const listStudentNames = ({ rows }: GroupRecipient) =>
  rows.map(({ enrollment: { student } }) => [student.name, student.surname].filter(Boolean).join(" "));

/** The letter as one of them gets it: in which language, with what is theirs in the place of each placeholder. */
export async function fillGroupMail(db: Prisma.TransactionClient, letter: GroupMailText, recipient: GroupRecipient) {
  const { reader, rows } = recipient;
  const own = chooseLanguage(letter, reader.locale as Locale, (await getSettings()).default_locale);
  if (!own) return;
  const enrollments = rows.map(({ enrollment }) => enrollment);
  const references = enrollments.map(({ reference }) => reference);
  const said = {
    confirmed: reader.hasAccount,
    name: reader.name ?? "",
    students: listStudentNames(recipient),
  };
  const { inSubject, inBody } = getDisplayNames(said, own.locale);
  const place = (await placesOf(db, enrollments)).join("; ");
  const year = [...new Set(enrollments.map(({ schoolYear }) => schoolYear.year))].join(", ");
  const reference = references.join(", ");
  // What may not be said, or is not known, leaves no hole in the sentence.
  const values = ({ name, student }: { name: string; student: string }) => ({
    place,
    year,
    reference,
    name: name || getTranslator(own.locale, "mail")("family"),
    student: student || reference,
  });
  return {
    locale: own.locale,
    subject: fillPlaceholders(own.subject, values(inSubject)),
    words: fillPlaceholders(own.text, values(inBody)),
    references,
  };
}

/** The places that they were told of. */
async function placesOf(
  db: Prisma.TransactionClient,
  enrollments: RecipientRow["enrollment"][],
): Promise<string[]> {
  const names = enrollments.filter(hasNotifiedPlace).map(async ({ id, schoolYearId }) => {
    const { speciality, syllabus } = await getPlaceNames(schoolYearId, await getNotifiedPlace(db, id));
    return [speciality, syllabus].filter(Boolean).join(", ");
  });
  return [...new Set(await Promise.all(names))];
}
