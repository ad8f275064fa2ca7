import type { Reporter, TestModule } from "vitest/node";
import { saveFileTimes } from "./slowest-files";

/** Keeps what each test file took (test/runner/setup.ts measures it). */
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
    /** Seconds of processor that the file's process and what it started took for it; PostgreSQL's are not in it. */
    processor?: number;
  }
}
