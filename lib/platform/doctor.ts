import { setTimeout as sleep } from "node:timers/promises";
import { scaleTimeout } from "./env";
import type { CheckResult } from "./finding";
import { findSingleton, singleton } from "./singleton";

/** What a check found; `asked`: it has not answered yet; `outside`: a process that serves cannot tell. */
export type DoctorResult = { check: string; found: CheckResult[] | "asked" | "outside" };

/** Begins every check, each of which answers in time. */
type Begin = () => [check: string, found: Promise<CheckResult[]> | "outside"][];

type Doctor = { begin: Begin; at: Date | undefined; begun: ReturnType<Begin> };

const KEPT_MS = 60_000;
/** So long a page waits for what is slow, which it then shows as asked. */
const WAIT_MS = 1_500;

/** Lets the pages of this process ask what `npm run doctor` asks. */
export const registerDoctor = (begin: Begin) =>
  singleton("doctor", (): Doctor => ({ begin, at: undefined, begun: [] }));

/** What the doctor says, and since when: it is asked once a minute, whoever looks. Undefined in a process that does not serve. */
export async function runDoctor(now: Date): Promise<{ at: Date; told: DoctorResult[] } | undefined> {
  const doctor = findSingleton<Doctor>("doctor");
  if (!doctor) return undefined;
  if (!doctor.at || now.getTime() - doctor.at.getTime() >= KEPT_MS)
    Object.assign(doctor, { at: now, begun: doctor.begin() });
  const { at = now, begun } = doctor;
  const slow = sleep(scaleTimeout(WAIT_MS), "asked" as const, { ref: false });
  const told = begun.map(async ([check, found]) => ({ check, found: await Promise.race([found, slow]) }));
  return { at, told: await Promise.all(told) };
}
