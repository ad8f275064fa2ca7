import { Prisma } from "@/generated/prisma/client";
import type { RoundState } from "@/generated/prisma/enums";
import { canObject, findRoundTakingClaims } from "@/lib/admission/claims/verbs";
import { getPublicState } from "@/lib/admission/round";
import { listRequestedCourses, type RequestedCourse } from "@/lib/catalogue/requested-courses";
import { listOpenConfirmations } from "@/lib/decisions/confirmations/verbs";
import { type FamilyOptions, getFamilyOptions } from "@/lib/decisions/family/verbs";
import { readRank } from "@/lib/decisions/queries";
import { readEnrollmentStatus } from "@/lib/decisions/status";
import { getNotifiedPlace } from "@/lib/decisions/writes";
import { getState } from "@/lib/enrollment/states";
import { listOpenQuestions } from "@/lib/family/confirmations/verbs";
import { readConsentReceipt } from "@/lib/family/queries";
import { findOwnRound } from "@/lib/family/round/queries";
import { findChoicesBlocker } from "@/lib/family/verbs";
import { type AccountEnrollment, type AccountView, readAccount } from "@/lib/people/accounts/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

/** An enrollment with the person's permitted actions, and the waiting number where the school shows it. */
export type AccountCard = AccountEnrollment & {
  ways: FamilyOptions;
  rank: number | undefined;
  /** As in mail and desk: the notified place, else the first choice. */
  course: RequestedCourse | undefined;
  /** Whether the choices can be changed. */
  choices: boolean;
  /** The day by which they should answer the school's question. */
  question: Day | undefined;
  /** Whether they accepted terms themselves. */
  receipt: boolean;
  /** The enrollment's round. */
  round: CardRound | undefined;
};

export type CardRound = {
  /** `asks`: the family can claim points now. */
  says: "asks" | RoundState;
  /** Last day for claims or objections, if there is one. */
  until: Day | undefined;
};

/** The account of a signed-in person: each enrollment with its next step. */
export async function readFamilyAccount(
  personId: string,
  now: Date,
  locale: string,
): Promise<Omit<AccountView, "enrollments"> & { enrollments: AccountCard[] }> {
  const { enrollments, ...person } = await readAccount(personId, now);
  const [questions, courses, cards] = await Promise.all([
    listOpenQuestions(personId, now),
    listCourses(enrollments, locale),
    Promise.all(enrollments.map((one) => toAccountCard(one, personId, now))),
  ]);
  const askedUntil = (reference: string) => questions.find((one) => one.reference === reference)?.answerBy;
  return {
    ...person,
    enrollments: cards.map((card) => ({
      ...card,
      course: courses.find(({ reference }) => reference === card.reference),
      question: askedUntil(card.reference),
    })),
  };
}

type Displayed = Pick<AccountEnrollment, "reference" | "state" | "toldVersion" | "studentName">;

/** What a card shows before a button confirms, by the card's id. */
export const cardShown = (
  { reference, state, toldVersion, studentName }: Displayed,
  requested: Pick<RequestedCourse, "name"> | undefined,
) => ({
  [`card-${reference}`]: {
    name: studentName,
    state,
    toldVersion,
    requested: requested?.name.text,
  },
});

/** The current state; undefined when the person is not related to the enrollment. */
export async function readCardShown(personId: string, reference: string, now: Date, locale: string) {
  const { enrollments } = await readAccount(personId, now);
  const enrollment = enrollments.find((one) => one.reference === reference);
  const [requested] = enrollment ? await listCourses([enrollment], locale) : [];
  return enrollment && cardShown(enrollment, requested);
}

/** The number of a family that waits, by its notified and its decided state. */
export async function getVisibleRank(reference: string): Promise<number | undefined> {
  if (!(await getSettings()).show_waiting_rank) return;
  const standing = await readEnrollmentStatus(prisma(), { reference });
  return standing.decidedState === "waiting" ? readRank(prisma(), standing) : undefined;
}

async function listCourses(enrollments: AccountEnrollment[], locale: string): Promise<RequestedCourse[]> {
  const placed = enrollments.filter(({ state }) => getState(state).holds === "place");
  const given = placed.map(
    async ({ id, reference }) => [reference, await getNotifiedPlace(prisma(), id)] as const,
  );
  const references = enrollments.map(({ reference }) => reference);
  return listRequestedCourses(references, locale, new Map(await Promise.all(given)));
}

async function toAccountCard(enrollment: AccountEnrollment, personId: string, now: Date) {
  const { reference, part, state } = enrollment;
  const [ways, rank, choices, receipt, round] = await Promise.all([
    part === "sender"
      ? getFamilyOptions(reference, now)
      : { keep: false, answer: await getConfirmationDeadline(part, reference) },
    state === "waiting" && part !== "former" ? getVisibleRank(reference) : undefined,
    part === "sender" &&
      findChoicesBlocker(enrollment, getToday((await getSettings()).time_zone, now)).then((why) => !why),
    readConsentReceipt(personId, reference),
    part === "former" ? undefined : roundOnCard(enrollment),
  ]);
  return { ...enrollment, ways, rank, choices, receipt: receipt !== undefined, round };
}

async function roundOnCard(enrollment: AccountEnrollment): Promise<CardRound | undefined> {
  const round = await findOwnRound(prisma(), enrollment);
  if (!round) return undefined;
  const acts = enrollment.part === "sender";
  const asks = acts && (await findRoundTakingClaims(enrollment.schoolYearId))?.id === round.id;
  const until = asks ? round.meritsBy : acts && (await canObject(round)) ? round.objectionsBy : null;
  return { says: asks ? "asks" : getPublicState(round), until: until ? toDay(until) : undefined };
}

/** The last day for another guardian to confirm the place, while it is asked. */
async function getConfirmationDeadline(
  part: AccountEnrollment["part"],
  reference: string,
): Promise<Day | undefined> {
  if (part !== "guardian") return;
  const [open] = await listOpenConfirmations(prisma(), Prisma.sql`e.reference = ${reference}`);
  return open?.lapsed ? undefined : open?.answerBy;
}
