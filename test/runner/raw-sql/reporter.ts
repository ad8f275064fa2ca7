import { existsSync, readFileSync } from "node:fs";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { listUnreachedCalls } from "./call-sites";

/** Fails if a raw SQL call was never reached, where a renamed column would go unnoticed. */
export default class RawSqlReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest) {
    this.#vitest = vitest;
  }

  async onTestRunEnd(ran: readonly TestModule[]) {
    const all = (await this.#vitest?.globTestSpecifications()) ?? [];
    const whole = ran.length === all.length && !this.#vitest?.config.testNamePattern;
    const { RAN_SQL: noted = "" } = process.env;
    if (!whole || !existsSync(noted)) return;
    const never = listUnreachedCalls(readFileSync(noted, "utf8"));
    if (never.length === 0) return;
    console.error(["Raw SQL that no test runs:", ...never].join("\n"));
    process.exitCode = 1;
  }
}
