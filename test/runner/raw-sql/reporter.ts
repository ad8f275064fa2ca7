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
    const isComplete = ran.length === all.length && !this.#vitest?.config.testNamePattern;
    const { RAN_SQL: recordFile = "" } = process.env;
    if (!isComplete || !existsSync(recordFile)) return;
    const unreached = listUnreachedCalls(readFileSync(recordFile, "utf8"));
    if (unreached.length === 0) return;
    console.error(["Raw SQL that no test runs:", ...unreached].join("\n"));
    process.exitCode = 1;
  }
}
