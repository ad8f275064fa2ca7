import type { Reporter, TestCase } from "vitest/node";

/** Lists tests that passed on retry, with their first error. */
export default class FlakyReporter implements Reporter {
  readonly #lines: string[] = [];

  onTestCaseResult(test: TestCase) {
    if (!test.diagnostic()?.flaky) return;
    const said = test.result().errors?.map(({ message }) => message) ?? [];
    this.#lines.push(`${test.module.relativeModuleId} > ${test.fullName}`, ...said);
  }

  onTestRunEnd() {
    if (this.#lines.length > 0) console.log(["Passed only when tried again:", ...this.#lines].join("\n"));
  }
}
