import { type FamilyWays, familyWays } from "@/lib/decisions/family";
import { readStanding } from "@/lib/decisions/standing";
import { rankOf } from "@/lib/decisions/waiting-list";
import { type AccountEnrollment, type AccountView, accountOf } from "@/lib/people/accounts/queries";
import { prisma } from "@/lib/platform/prisma";
import { todayIn } from "@/lib/platform/worlds";
import { settings } from "@/lib/school/settings";
import { choicesOpen } from "./choices";
import { consentReceipt } from "./receipt";

/** An enrollment with what whoever looks may do, and their number on a waiting list where the school shows it. */
export type FamilyCard = AccountEnrollment & {
  ways: FamilyWays;
  rank: number | undefined;
  /** Whether what was chosen can be changed here. */
  choices: boolean;
  /** Whether they accepted terms themselves. */
  receipt: boolean;
};

/** A signed-in person's account: each enrollment with what comes next for it. */
export async function familyAccount(
  personId: string,
  now: Date,
): Promise<Omit<AccountView, "enrollments"> & { enrollments: FamilyCard[] }> {
  const { enrollments, ...person } = await accountOf(personId, now);
  return {
    ...person,
    enrollments: await Promise.all(enrollments.map((one) => withWays(one, personId, now))),
  };
}

async function withWays(enrollment: AccountEnrollment, personId: string, now: Date): Promise<FamilyCard> {
  const { reference, part, state } = enrollment;
  const [ways, rank, choices, receipt] = await Promise.all([
    part === "sender" ? familyWays(reference, now) : { keep: false },
    state === "waiting" && part !== "former" ? shownRank(reference) : undefined,
    part === "sender" && choicesOpen(enrollment, todayIn((await settings()).time_zone, now)),
    consentReceipt(personId, reference),
  ]);
  return { ...enrollment, ways, rank, choices, receipt: receipt !== undefined };
}

/** A family that waits by what it knows, and by what is decided, has a number. */
async function shownRank(reference: string): Promise<number | undefined> {
  if (!(await settings()).show_waiting_rank) return;
  const standing = await readStanding(prisma(), { reference });
  return standing.decidedState === "waiting" ? rankOf(prisma(), standing) : undefined;
}
