import { Prisma } from "@/generated/prisma/client";
import type { RoundState } from "@/generated/prisma/enums";
import { askingRound } from "@/lib/admission/merits";
import { mayObject } from "@/lib/admission/objections";
import { stateForAll } from "@/lib/admission/round";
import { openAnswers } from "@/lib/decisions/answers/open-answer";
import { type FamilyWays, familyWays } from "@/lib/decisions/family-ways";
import { readStanding } from "@/lib/decisions/standing";
import { rankOf } from "@/lib/decisions/waiting-list";
import { type AccountEnrollment, type AccountView, accountOf } from "@/lib/people/accounts/queries";
import { type Day, dayOf } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { todayIn } from "@/lib/platform/sandbox";
import { settings } from "@/lib/school/settings";
import { choicesClosed } from "./choices";
import { questionsToAnswer } from "./questions";
import { consentReceipt } from "./receipt";
import { roundOf } from "./round";

/** An enrollment with what whoever looks may do, and their number on a waiting list where the school shows it. */
export type FamilyCard = AccountEnrollment & {
  ways: FamilyWays;
  rank: number | undefined;
  /** Whether what was chosen can be changed here. */
  choices: boolean;
  /** By when they should answer what the school asks them. */
  question: Day | undefined;
  /** Whether they accepted terms themselves. */
  receipt: boolean;
  /** The round that it stands in or may: what of it the card says. */
  round: RoundOnCard | undefined;
};

export type RoundOnCard = {
  /** `asks`: the family can claim points now. */
  says: "asks" | RoundState;
  /** Until when they can, or can object, where there is such a day. */
  until: Day | undefined;
};

/** A signed-in person's account: each enrollment with what comes next for it. */
export async function familyAccount(
  personId: string,
  now: Date,
): Promise<Omit<AccountView, "enrollments"> & { enrollments: FamilyCard[] }> {
  const { enrollments, ...person } = await accountOf(personId, now);
  const [questions, cards] = await Promise.all([
    questionsToAnswer(personId, now),
    Promise.all(enrollments.map((one) => withWays(one, personId, now))),
  ]);
  const askedUntil = (reference: string) => questions.find((one) => one.reference === reference)?.answerBy;
  return {
    ...person,
    enrollments: cards.map((card) => ({ ...card, question: askedUntil(card.reference) })),
  };
}

async function withWays(enrollment: AccountEnrollment, personId: string, now: Date) {
  const { reference, part, state } = enrollment;
  const [ways, rank, choices, receipt, round] = await Promise.all([
    part === "sender"
      ? familyWays(reference, now)
      : { keep: false, answer: await keepingDay(part, reference) },
    state === "waiting" && part !== "former" ? shownRank(reference) : undefined,
    part === "sender" &&
      choicesClosed(enrollment, todayIn((await settings()).time_zone, now)).then((why) => !why),
    consentReceipt(personId, reference),
    part === "former" ? undefined : roundOnCard(enrollment),
  ]);
  return { ...enrollment, ways, rank, choices, receipt: receipt !== undefined, round };
}

/** What a card says of its round. */
async function roundOnCard(enrollment: AccountEnrollment): Promise<RoundOnCard | undefined> {
  const round = await roundOf(prisma(), enrollment);
  if (!round) return undefined;
  const acts = enrollment.part === "sender";
  const asks = acts && (await askingRound(enrollment.schoolYearId))?.id === round.id;
  const until = asks ? round.meritsBy : acts && (await mayObject(round)) ? round.objectionsBy : null;
  return { says: asks ? "asks" : stateForAll(round), until: until ? dayOf(until) : undefined };
}

/** Until when another guardian can say that the place is kept, while the school asks. */
async function keepingDay(part: AccountEnrollment["part"], reference: string): Promise<Day | undefined> {
  if (part !== "guardian") return;
  const [open] = await openAnswers(prisma(), Prisma.sql`e.reference = ${reference}`);
  return open?.lapsed ? undefined : open?.answerBy;
}

/** A family that waits by what it knows, and by what is decided, has a number. */
export async function shownRank(reference: string): Promise<number | undefined> {
  if (!(await settings()).show_waiting_rank) return;
  const standing = await readStanding(prisma(), { reference });
  return standing.decidedState === "waiting" ? rankOf(prisma(), standing) : undefined;
}
