import type { RoundState } from "@/generated/prisma/enums";
import { prisma } from "@/lib/platform/prisma";
import type { Round } from "./round";

/** Whether everybody may read the final list. */
export const isFinal = (state: RoundState): boolean => state === "final" || state === "closed";

/** How far a round is for everybody: a final list stays provisional until its first decision is told (admission 6). */
export async function stateForAll({
  state,
  schoolYearId,
  finalAt,
}: Pick<Round, "state" | "schoolYearId" | "finalAt">): Promise<RoundState> {
  if (state !== "final" || !finalAt) return state;
  const written = { schoolYearId, withList: true, decidedAt: finalAt };
  const due = { tellAt: { lte: new Date() } };
  const [waiting, telling] = await Promise.all([
    prisma().decision.count({ where: { ...written, status: "untold" } }),
    prisma().decision.count({
      where: { ...written, OR: [{ status: "told" }, { status: "untold", ...due }] },
    }),
  ]);
  return waiting > 0 && telling === 0 ? "provisional" : "final";
}
