import type { Prisma } from "@/generated/prisma/client";
import { placeNames } from "@/lib/decisions/place";
import { toldPlace } from "@/lib/decisions/record-decision";
import type { Locale } from "@/lib/i18n/locales";
import { translatorOf } from "@/lib/i18n/translator";
import { namesIn } from "@/lib/mail/names";
import { filledIn } from "@/lib/mail/placeholders";
import { settings } from "@/lib/school/settings";
import { type Letter, letterFor } from "./letter";
import { hasPlace, type LetterRow, type Recipient } from "./recipients";

/** First name and surname of whom a recipient is written to about. */
export const studentsOf = ({ rows }: Recipient) =>
  rows.map(({ enrollment: { student } }) => [student.name, student.surname].filter(Boolean).join(" "));

/** The letter as one of them gets it: in which language, with what is theirs in the place of each placeholder. */
export async function letterTo(db: Prisma.TransactionClient, letter: Letter, recipient: Recipient) {
  const { reader, rows } = recipient;
  const own = letterFor(letter, reader.locale as Locale, (await settings()).default_locale);
  if (!own) return;
  const enrollments = rows.map(({ enrollment }) => enrollment);
  const references = enrollments.map(({ reference }) => reference);
  const said = {
    confirmed: reader.hasAccount,
    name: reader.name ?? "",
    students: studentsOf(recipient),
  };
  const { inSubject, inBody } = namesIn(said, own.locale);
  const place = (await placesOf(db, enrollments)).join("; ");
  const year = [...new Set(enrollments.map(({ schoolYear }) => schoolYear.year))].join(", ");
  const reference = references.join(", ");
  // What may not be said, or is not known, leaves no hole in the sentence.
  const values = ({ name, student }: { name: string; student: string }) => ({
    place,
    year,
    reference,
    name: name || translatorOf(own.locale, "mail")("family"),
    student: student || reference,
  });
  return {
    locale: own.locale,
    subject: filledIn(own.subject, values(inSubject)),
    words: filledIn(own.text, values(inBody)),
    references,
  };
}

/** The places that they were told of. */
async function placesOf(
  db: Prisma.TransactionClient,
  enrollments: LetterRow["enrollment"][],
): Promise<string[]> {
  const names = enrollments.filter(hasPlace).map(async ({ id, schoolYearId }) => {
    const { speciality, syllabus } = await placeNames(schoolYearId, await toldPlace(db, id));
    return [speciality, syllabus].filter(Boolean).join(", ");
  });
  return [...new Set(await Promise.all(names))];
}
