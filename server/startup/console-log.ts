import { errorFields, logger } from "@/lib/platform/logger";
import { recordPageError } from "@/lib/platform/page-request";

/**
 * Writes Next's console output to the log, in the page's line or one of its own. Omits its texts, because
 * they may quote input.
 */
export function redirectConsoleToLog() {
  for (const level of ["warn", "error"] as const) {
    console[level] = (...said: unknown[]) => {
      const error = said.find((part) => part instanceof Error);
      if (recordPageError(error)) return;
      logger[level]({ error: error && errorFields(error) }, "next");
    };
  }
}
