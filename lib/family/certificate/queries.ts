import { getPlaceNames } from "@/lib/decisions/place";
import { getNotifiedPlace } from "@/lib/decisions/writes";
import { getState } from "@/lib/enrollment/states";
import { readSentAnswers } from "@/lib/family/queries";
import { formatName } from "@/lib/people/accounts/family-role";
import { prisma } from "@/lib/platform/database/prisma";
import { toLocalDay } from "@/lib/platform/dates";
import { getSchoolContact } from "@/lib/school/queries";
import { getSchoolToday, getSettings } from "@/lib/school/settings";

/** Certificate of an enrollment and its place. @returns undefined once the student is erased */
export async function readCertificate(reference: string, locale: string) {
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
    student: formatName(row.student),
    year: row.schoolYear.year,
    sentOn: toLocalDay((await getSettings()).time_zone, row.createdAt),
    today: await getSchoolToday(),
    school: await getSchoolContact(),
    place: names ? [names.speciality, names.syllabus].filter((name) => name !== undefined) : undefined,
  };
}

/** The same for a member of the family. @returns undefined for other people */
export const readOwnCertificate = async (personId: string, reference: string, now: Date, locale: string) =>
  (await readSentAnswers(personId, reference, now)) ? readCertificate(reference, locale) : undefined;
