import type { Day } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { findOpenConfirmation } from "./answers/open-answer";
import { getTransitionDeadline } from "./family-step";
import { readEnrollmentStatus } from "./standing";
import { findTransition } from "./transitions";

/** What the family may do by itself now; `until` is the last day, or the moment, where there is one. */
export type FamilyOptions = {
  withdraw?: { until?: Day };
  takeBack?: { until: Date };
  keep: boolean;
  /** The last day to say whether the place is kept, while that is open. */
  answer?: Day;
};

/** What whoever sent an enrollment may do with it by themselves, from what they have been told. */
export async function getFamilyOptions(reference: string, now: Date): Promise<FamilyOptions> {
  const { accepted_may_withdraw_until, time_zone } = await getSettings();
  const standing = await readEnrollmentStatus(prisma(), { reference });
  const days = { now, today: getToday(time_zone, now), until: accepted_may_withdraw_until };
  const end = async (to: "withdrawn" | "pending") => {
    const transition = findTransition(standing.state, to);
    return transition?.who.family ? getTransitionDeadline(prisma(), standing, transition, days) : "over";
  };
  const [withdraw, takeBack, open] = await Promise.all([
    end("withdrawn"),
    end("pending"),
    findOpenConfirmation(prisma(), standing.id),
  ]);
  return {
    withdraw: withdraw === "over" || withdraw instanceof Date ? undefined : { until: withdraw },
    takeBack: takeBack instanceof Date ? { until: takeBack } : undefined,
    keep: standing.state === "accepted" && !open?.lapsed,
    answer: open?.lapsed ? undefined : open?.answerBy,
  };
}
