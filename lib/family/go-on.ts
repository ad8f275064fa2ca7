import type { Prisma } from "@/generated/prisma/client";
import { assignRenewalPlaces } from "@/lib/admission/give-next-places";
import { getRenewalDeadline } from "@/lib/admission/renewal";
import { createFromAccount } from "@/lib/enrollment/create-family";
import type { RunInTransaction } from "@/lib/enrollment/insert-enrollment";
import { getTerms } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";
import { ActionError } from "@/lib/people/verb";
import { AppError } from "@/lib/platform/errors";
import { prisma } from "@/lib/platform/prisma";
import { toQueryRunner } from "@/lib/platform/queries";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { formatRenewal } from "./family-student";
import { readFamilyOverview } from "./your-family";

export type RenewalInput = {
  yearId: number | undefined;
  /** Who goes on with what, as the page showed it (`stayOf`). */
  stays: string[];
  accepted: boolean;
  /** The address of the terms that the page showed. */
  termsUrl: string;
  /** The page has shown that the school asks until a day, and gives who goes on their place (admission 14). */
  renewal?: boolean;
  locale: Locale;
};

/**
 * Enrolls everybody who goes on for another year, in one transaction: the terms are accepted once for all of them
 * (families 34). Whoever is enrolled by now, in another tab or by the same press, is left as they are. While the
 * school asks who goes on, the transaction gives them their places too, untold (admission 14).
 *
 * @throws Refused `terms.required`, `terms_changed`, `family_changed` when it is no longer as the page showed it,
 *   `renewal_over` when the school does not ask any more
 */
export async function renew(by: string, input: RenewalInput, now: Date): Promise<void> {
  const { accepted, termsUrl, locale } = input;
  if (!accepted) throw new ActionError({ field: "terms", code: "required" });
  const terms = await getTerms(locale);
  if (terms.url !== termsUrl) throw new ActionError({ code: "terms_changed" });
  const attempt = async () => {
    const sent = await enrollments(by, input, now);
    if (sent.length === 0) return;
    const students = sent.map(({ student }) => student);
    const { tx, within } = createTransaction();
    const also = () => recordRenewals(tx(), by, students, input, now);
    await createFromAccount(by, sent, { source: "form", locale, terms }, also, within);
  };
  try {
    await attempt().catch((error) => {
      // Somebody pressed it at the same moment: whoever is enrolled by now needs nothing more.
      if (error instanceof AppError && error.code === "duplicate") return attempt();
      throw error;
    });
  } catch (error) {
    if (error instanceof AppError && ["duplicate", "not_found", "validation_failed"].includes(error.code))
      throw new ActionError({ code: "family_changed" });
    throw error;
  }
}

/** What is to be sent, of those who are not enrolled yet. */
async function enrollments(by: string, { yearId, stays }: RenewalInput, now: Date) {
  const { asked, students } = await readFamilyOverview(by, now);
  if (!asked || asked.id !== yearId || stays.length === 0) throw new ActionError({ code: "family_changed" });
  return stays.flatMap((stay) => {
    const student = students.find(({ id, acts }) => acts && stay.startsWith(`${id} `));
    if (student?.asked) return [];
    if (!student?.next || formatRenewal(student) !== stay) throw new ActionError({ code: "family_changed" });
    const { speciality, syllabus } = student.next;
    const submitted = {
      school_year_id: asked.id,
      student_speciality_option1: speciality?.id,
      student_syllabi_option1: syllabus?.id,
      terms_and_conditions: true,
    };
    return [{ student: student.id, submitted }];
  });
}

/** A transaction of Prisma's in which the enrollments are written too. */
function createTransaction() {
  let current: Prisma.TransactionClient;
  const within: RunInTransaction = (work) =>
    prisma().$transaction((tx) => {
      current = tx;
      return work(toQueryRunner(tx));
    });
  return { within, tx: () => current };
}

async function recordRenewals(
  tx: Prisma.TransactionClient,
  by: string,
  students: string[],
  { yearId, renewal }: RenewalInput,
  now: Date,
): Promise<void> {
  const schoolYearId = yearId as number;
  await tx.$executeRaw`
    insert into going_on (student_id, school_year_id, answer, answered_at)
    select id, ${schoolYearId}, 'stay', ${now} from unnest(${students}::uuid[]) as id
    on conflict (student_id, school_year_id) do update set answer = excluded.answer, answered_at = excluded.answered_at`;
  if (await getRenewalDeadline(tx, schoolYearId, getToday((await getSettings()).time_zone, now)))
    await assignRenewalPlaces(tx, schoolYearId, students, by, now);
  else if (renewal) throw new ActionError({ code: "renewal_over" });
}
