import { readFileSync } from "node:fs";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { sites } from "./sites";

/** Fails a whole run in which a call of raw SQL was never reached: a renamed column would go unseen there. */
export default class RawSql implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest) {
    this.#vitest = vitest;
  }

  async onTestRunEnd(ran: readonly TestModule[]) {
    const all = (await this.#vitest?.globTestSpecifications()) ?? [];
    const whole = ran.length === all.length && !this.#vitest?.config.testNamePattern;
    if (!whole || !process.env.RAN_SQL) return;
    const never = neverRan(readFileSync(process.env.RAN_SQL, "utf8"));
    if (never.length === 0) return;
    console.error(["Raw SQL that no test runs:", ...never].join("\n"));
    process.exitCode = 1;
  }
}

/** @param ran a line for each site */
const neverRan = (ran: string): string[] => {
  const reached = new Set(ran.split("\n"));
  return sites().filter((site) => !reached.has(site));
};
