import type { Reporter, TestModule } from "vitest/node";
import { saveFileTimes } from "./slowest-files";

/** Stores each file's CPU time (measured by test/runner/setup.ts). */
export default class CpuTimeReporter implements Reporter {
  readonly #seconds = new Map<string, number>();

  onTestModuleEnd(module: TestModule) {
    const { processor } = module.meta();
    if (processor !== undefined) this.#seconds.set(module.relativeModuleId, processor);
  }

  onTestRunEnd() {
    saveFileTimes("unit", this.#seconds);
  }
}

declare module "vitest" {
  interface TaskMeta {
    /** CPU seconds with children, without PostgreSQL. */
    processor?: number;
  }
}
