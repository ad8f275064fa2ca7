import { runDoctor, type DoctorResult } from "@/lib/platform/doctor";
import type { CheckResult } from "@/lib/platform/finding";
import type { ServicePart } from "./service-state";

/** Of a check: its worst finding's level; `unknown` is one that has not answered, or cannot here. */
export type CheckLevel = CheckResult["level"] | "unknown";

const WORST_FIRST: CheckLevel[] = ["wrong", "warning", "unknown", "ok"];

export const getCheckLevel = ({ found }: DoctorResult): CheckLevel =>
  Array.isArray(found)
    ? (WORST_FIRST.find((level) => found.some((one) => one.level === level)) ?? "ok")
    : "unknown";

/** All that the doctor says to whoever has a shell (server/doctor); a check that found nothing to say is silent here too. */
export async function readDoctorStatus(now: Date): Promise<ServicePart[]> {
  const said = await runDoctor(now);
  if (!said) return [];
  const rank = (told: DoctorResult) => WORST_FIRST.indexOf(getCheckLevel(told));
  const told = said.told
    .filter(({ found }) => found.length > 0)
    .sort((one, other) => rank(one) - rank(other));
  const count = (level: CheckResult["level"]) =>
    told.flatMap(({ found }) => (Array.isArray(found) ? found : [])).filter((one) => one.level === level)
      .length;
  const values = { wrong: count("wrong"), warnings: count("warning") };
  const level = values.wrong + values.warnings > 0 ? "slow" : "ok";
  return [{ part: "doctor", level, code: "says", values, checks: { at: said.at, told } }];
}
