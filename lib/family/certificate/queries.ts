import { getPlaceNames } from "@/lib/decisions/place";
import { getNotifiedPlace } from "@/lib/decisions/writes";
import { getState } from "@/lib/enrollment/states";
import { readSentAnswers } from "@/lib/family/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toLocalDay } from "@/lib/platform/dates";
import { getSchoolContact, type SchoolContact } from "@/lib/school/queries";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

export type Certificate = {
  reference: string;
  student: string;
  year: string;
  /** The days on which it was sent and on which the certificate is given. */
  sentOn: Day;
  today: Day;
  school: SchoolContact;
  /** The names of the place that its family knows of; undefined without one. */
  place: string[] | undefined;
};

/** What a certificate says of an enrollment: that it was sent, and its place. @returns undefined once its student is erased */
export async function readCertificate(reference: string, locale: string): Promise<Certificate | undefined> {
  const row = await prisma().enrollment.findUnique({
    where: { reference },
    select: {
      id: true,
      state: true,
      createdAt: true,
      schoolYearId: true,
      schoolYear: { select: { year: true } },
      student: { select: { name: true, surname: true, erasedAt: true } },
    },
  });
  if (!row || row.student.erasedAt) return;
  const names =
    getState(row.state).holds === "place" &&
    (await getPlaceNames(row.schoolYearId, await getNotifiedPlace(prisma(), row.id), locale));
  return {
    reference,
    student: [row.student.name, row.student.surname].filter(Boolean).join(" "),
    year: row.schoolYear.year,
    sentOn: toLocalDay((await getSettings()).time_zone, row.createdAt),
    today: await getSchoolToday(),
    school: await getSchoolContact(),
    place: names ? [names.speciality, names.syllabus].filter((name) => name !== undefined) : undefined,
  };
}

/** The same for somebody of its family. @returns undefined when they have nothing to do with it */
export const readOwnCertificate = async (personId: string, reference: string, now: Date, locale: string) =>
  (await readSentAnswers(personId, reference, now)) ? readCertificate(reference, locale) : undefined;
