import { errorFields, logger } from "@/lib/platform/logger";
import { recordPageError } from "@/lib/platform/page-request";

/**
 * What Next writes to the console becomes part of the log: of a page's one line when it happened in a
 * request, else a line of its own. Its texts stay out: they quote what was sent.
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
