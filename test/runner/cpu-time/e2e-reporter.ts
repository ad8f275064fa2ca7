import path from "node:path";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { saveFileTimes } from "./slowest-files";

/** Stores the CPU time of each file (measured by e2e/support/test.ts). */
export default class CpuTimeReporter implements Reporter {
  readonly #seconds = new Map<string, number>();

  onTestEnd({ location }: TestCase, { annotations }: TestResult) {
    const file = path.relative(".", location.file);
    const durations = annotations
      .filter(({ type }) => type === CPU_TIME_ANNOTATION)
      .map(({ description }) => description);
    for (const seconds of durations)
      this.#seconds.set(file, (this.#seconds.get(file) ?? 0) + Number(seconds ?? 0));
  }

  onEnd() {
    saveFileTimes("e2e", this.#seconds);
  }
}

/** CPU seconds of a flow, with browser and server. */
export const CPU_TIME_ANNOTATION = "processor";
