import { errorFields, logger } from "@/lib/platform/logger";
import { recordPageError } from "@/lib/platform/page-request";

/** Without Next's texts, because they may quote input. */
export function redirectConsoleToLog() {
  for (const level of ["warn", "error"] as const) {
    console[level] = (...args: unknown[]) => {
      const error = args.find((arg) => arg instanceof Error);
      if (recordPageError(error)) return;
      logger[level]({ error: error && errorFields(error) }, "next");
    };
  }
}
