import { findNeedingDesk } from "@/lib/admission/renewers";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { requestSignInLink } from "@/lib/people/accounts/sign-in-by-mail";
import { type Day, toDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { type FamilyStudent, formatRenewal } from "./family-student";
import { type RenewalInput, renew } from "./go-on";
import { setLeaving } from "./leave";
import { readFamilyOverview } from "./your-family";

/** Somebody about whom a renewal's mail asks, with what they have in the year before. */
export type RenewingStudent = FamilyStudent & { before: NonNullable<FamilyStudent["before"]> };

/** What the link of a renewal's mail asks (admission 14). */
export type RenewalRequest = {
  asked: SchoolYear;
  until: Day;
  /** The day is over: going on is asked for in the account, like anything else. */
  isOver: boolean;
  open: RenewingStudent[];
  answered: RenewingStudent[];
};

/**
 * What a person is asked by the mail of a renewal: of whoever they enroll, but nobody whom the desk asks itself, without
 * a birth date or with a guardian kept apart.
 */
export async function readRenewalRequest(personId: string, now: Date): Promise<RenewalRequest | undefined> {
  const { asked, students: all } = await readFamilyOverview(personId, now);
  const until = asked && (await askedUntil(asked));
  const renewing = all.filter(isRenewing);
  if (!asked || !until || renewing.length === 0) return;
  const desk = await findNeedingDesk(renewing.map(({ id }) => id));
  const students = renewing.filter(({ id }) => !desk.has(id));
  const hasAnswered = (student: FamilyStudent) => student.leaves || student.asked !== undefined;
  return {
    asked,
    until,
    isOver: until < getToday((await getSettings()).time_zone, now),
    open: students.filter((student) => !hasAnswered(student)),
    answered: students.filter(hasAnswered),
  };
}

/** What the form displays of everybody who is asked, by the control that answers for them. */
export const renewalShown = ({ asked, until, open }: RenewalRequest) =>
  Object.fromEntries(
    open.map(({ id, name, before, next }) => [
      `answer-${id}`,
      {
        name,
        before: [before.reference, before.state, before.names],
        next: next && [formatRenewal({ id, next }), next.names, next.price],
        asked: [asked.id, until],
      },
    ]),
  );

/** Whoever has a place, and whoever waits for one. */
const isRenewing = (student: FamilyStudent): student is RenewingStudent =>
  student.acts && (student.before?.state === "accepted" || student.before?.state === "waiting");

/** The last day of a renewal whose mails have left, also once it is over. */
async function askedUntil({ id }: SchoolYear): Promise<Day | undefined> {
  const renewal = await prisma().renewal.findFirst({
    where: { schoolYearId: id, askedAt: { not: null } },
    select: { answerBy: true },
  });
  return renewal ? toDay(renewal.answerBy) : undefined;
}

type Answers = Omit<RenewalInput, "renewal"> & {
  /** The enrollments of the year before of those who leave. */
  leaving: string[];
  /** Somebody goes on with something else, which the form asks for. */
  changes: boolean;
  /** Who answers, as `requesterAddress` tells. */
  address: string;
};

/**
 * What a family answers at once: whoever stays by the press of *Your family*, all of them or none; then who leaves; and
 * for who changes a mail whose link signs in, since the form shows what the school knows of them.
 *
 * @throws Refused, DecisionRefusal
 */
export async function answerRenewal(
  by: string,
  { leaving, changes, address, ...staying }: Answers,
  now: Date,
): Promise<void> {
  if (staying.stays.length > 0) await renew(by, { ...staying, renewal: true }, now);
  for (const reference of leaving) await setLeaving(by, reference, true, now);
  if (!changes) return;
  const { email } = await prisma().person.findUniqueOrThrow({ where: { id: by }, select: { email: true } });
  await requestSignInLink(email, address);
}
