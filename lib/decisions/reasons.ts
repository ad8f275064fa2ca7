import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { prisma } from "@/lib/platform/prisma";
import { DecisionError } from "./refusal";

const shown = {
  id: true,
  code: true,
  version: true,
  offeredFor: true,
  asks: true,
  position: true,
  es: true,
  ca: true,
  en: true,
} as const;

export type OfferedReason = Prisma.ReasonGetPayload<{ select: typeof shown }>;

/** The words of this reason say nothing that the school's own words do not say better. */
export const OTHER_REASON = "other";

/** The newest version of each reason, in the school's order: those that it has withdrawn too. */
export async function listAllReasons(db: Prisma.TransactionClient = prisma()): Promise<OfferedReason[]> {
  const newest = await db.reason.findMany({
    distinct: ["code"],
    orderBy: [{ code: "asc" }, { version: "desc" }],
    select: shown,
  });
  return newest.sort((a, b) => a.position - b.position || a.id - b.id);
}

/** The school's reasons as they are offered now, in its order. */
export const listOfferedReasons = async (db?: Prisma.TransactionClient): Promise<OfferedReason[]> =>
  (await listAllReasons(db)).filter(({ offeredFor }) => offeredFor.length > 0);

/** Those with which a family is asked for what is missing (desk 37). */
export const listQuestionReasons = async (db?: Prisma.TransactionClient): Promise<OfferedReason[]> =>
  (await listAllReasons(db)).filter(({ asks }) => asks);

/** A reason of the service's own as it is now, whether or not the desk is offered it. */
export const findNewestReason = (db: Prisma.TransactionClient, code: string) =>
  db.reason.findFirst({ where: { code }, orderBy: { version: "desc" }, select: shown });

/** @throws DecisionRefusal `reason_unknown` when the school does not offer it for this decision */
export const findReason = async (db: Prisma.TransactionClient, code: string, to: EnrollmentState) =>
  pickReason(await listOfferedReasons(db), code, to);

/** The same among reasons that were read already. */
export function pickReason(reasons: OfferedReason[], code: string, to: EnrollmentState): OfferedReason {
  const offered = reasons.filter(({ offeredFor }) => offeredFor.includes(to));
  const found = offered.find((reason) => reason.code === code);
  if (found) return found;
  throw new DecisionError("reason_unknown", { offered: offered.map(({ code }) => code).join(", ") });
}
