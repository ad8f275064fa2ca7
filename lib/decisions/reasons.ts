import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { prisma } from "@/lib/platform/database/prisma";
import { DecisionError } from "./decision-error";

const columns = {
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

export type OfferedReason = Prisma.ReasonGetPayload<{ select: typeof columns }>;

/** The newest version of each reason, in the school's order, including withdrawn ones. */
export async function listAllReasons(db: Prisma.TransactionClient = prisma()): Promise<OfferedReason[]> {
  const newest = await db.reason.findMany({
    distinct: ["code"],
    orderBy: [{ code: "asc" }, { version: "desc" }],
    select: columns,
  });
  return newest.sort((a, b) => a.position - b.position || a.id - b.id);
}

export const listOfferedReasons = async (db?: Prisma.TransactionClient): Promise<OfferedReason[]> =>
  (await listAllReasons(db)).filter(({ offeredFor }) => offeredFor.length > 0);

export const listQuestionReasons = async (db?: Prisma.TransactionClient): Promise<OfferedReason[]> =>
  (await listAllReasons(db)).filter(({ asks }) => asks);

/** The newest version of a reason of the service's own, offered or not. */
export const findNewestReason = (db: Prisma.TransactionClient, code: string) =>
  db.reason.findFirst({ where: { code }, orderBy: { version: "desc" }, select: columns });

export function pickReason(reasons: OfferedReason[], code: string, to: EnrollmentState): OfferedReason {
  const offered = reasons.filter(({ offeredFor }) => offeredFor.includes(to));
  const reason = offered.find((candidate) => candidate.code === code);
  if (reason) return reason;
  throw new DecisionError("reason_unknown", { offered: offered.map(({ code }) => code).join(", ") });
}
