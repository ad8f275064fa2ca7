import type { Day } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { todayIn } from "@/lib/platform/sandbox";
import { settings } from "@/lib/school/settings";
import { openAnswer } from "./answers/open-answer";
import { endOf } from "./family-step";
import { readStanding } from "./standing";
import { transitionOf } from "./transitions";

/** What the family may do by itself now; `until` is the last day, or the moment, where there is one. */
export type FamilyWays = {
  withdraw?: { until?: Day };
  takeBack?: { until: Date };
  keep: boolean;
  /** The last day to say whether the place is kept, while that is open. */
  answer?: Day;
};

/** What whoever sent an enrollment may do with it by themselves, from what they have been told. */
export async function familyWays(reference: string, now: Date): Promise<FamilyWays> {
  const { accepted_may_withdraw_until, time_zone } = await settings();
  const standing = await readStanding(prisma(), { reference });
  const days = { now, today: todayIn(time_zone, now), until: accepted_may_withdraw_until };
  const end = async (to: "withdrawn" | "pending") => {
    const transition = transitionOf(standing.state, to);
    return transition?.who.family ? endOf(prisma(), standing, transition, days) : "over";
  };
  const [withdraw, takeBack, open] = await Promise.all([
    end("withdrawn"),
    end("pending"),
    openAnswer(prisma(), standing.id),
  ]);
  return {
    withdraw: withdraw === "over" || withdraw instanceof Date ? undefined : { until: withdraw },
    takeBack: takeBack instanceof Date ? { until: takeBack } : undefined,
    keep: standing.state === "accepted" && !open?.lapsed,
    answer: open?.lapsed ? undefined : open?.answerBy,
  };
}
