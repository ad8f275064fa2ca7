import type { Reporter, TestCase } from "vitest/node";

/** Lists tests that passed on retry, with their first error. */
export default class FlakyReporter implements Reporter {
  readonly #lines: string[] = [];

  onTestCaseResult(test: TestCase) {
    if (!test.diagnostic()?.flaky) return;
    const errors = test.result().errors?.map(({ message }) => message) ?? [];
    this.#lines.push(`${test.module.relativeModuleId} > ${test.fullName}`, ...errors);
  }

  onTestRunEnd() {
    if (this.#lines.length > 0) console.log(["Passed only when tried again:", ...this.#lines].join("\n"));
  }
}
