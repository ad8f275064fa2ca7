import { closeRound, publishFinal, publishProvisional } from "@/lib/admission/board/verbs";
import { enterDrawNumber, freezeRound } from "@/lib/admission/draw/verbs";
import { findRound } from "@/lib/admission/round";
import type { Actor } from "@/lib/people/staff/permissions";
import { getPool } from "@/lib/platform/database/prisma";

/** Steps of the displayed round; for the draw, the second number. */
export const roundSteps = {
  freeze: freezeRound,
  draw: (target: { code: string; version: number }, actor: Actor) =>
    enterDrawNumber({ ...target, number: "048275916" }, actor),
  provisional: publishProvisional,
  final: publishFinal,
  close: closeRound,
};

export type RoundStep = keyof typeof roundSteps;

// A process that performs a step and may be killed.
const [step, code = ""] = process.argv.slice(2);
if (step && step in roundSteps) {
  const version = (await findRound(code))?.version ?? 0;
  await roundSteps[step as RoundStep]({ code, version }, { kind: "command" });
  await getPool().end();
}
