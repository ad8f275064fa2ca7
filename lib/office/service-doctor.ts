import { doctorSays, type Told } from "@/lib/platform/doctor";
import type { Finding } from "@/lib/platform/finding";
import type { PartState } from "./service-state";

/** Of a check: its worst finding's level; `unknown` is one that has not answered, or cannot here. */
export type CheckLevel = Finding["level"] | "unknown";

const WORST_FIRST: CheckLevel[] = ["wrong", "warning", "unknown", "ok"];

export const levelOf = ({ found }: Told): CheckLevel =>
  Array.isArray(found)
    ? (WORST_FIRST.find((level) => found.some((one) => one.level === level)) ?? "ok")
    : "unknown";

/** All that the doctor says to whoever has a shell (server/doctor); a check that found nothing to say is silent here too. */
export async function doctor(now: Date): Promise<PartState[]> {
  const said = await doctorSays(now);
  if (!said) return [];
  const rank = (told: Told) => WORST_FIRST.indexOf(levelOf(told));
  const told = said.told
    .filter(({ found }) => found.length > 0)
    .sort((one, other) => rank(one) - rank(other));
  const count = (level: Finding["level"]) =>
    told.flatMap(({ found }) => (Array.isArray(found) ? found : [])).filter((one) => one.level === level)
      .length;
  const values = { wrong: count("wrong"), warnings: count("warning") };
  const level = values.wrong + values.warnings > 0 ? "slow" : "ok";
  return [{ part: "doctor", level, code: "says", values, checks: { at: said.at, told } }];
}
