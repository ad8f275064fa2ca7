import { EnvironmentError } from "@/lib/platform/env";

/** Runs a command; what the user can mend is said in words on stderr, with exit code 1. */
export async function runMain(work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`); // the console is the log's by now
    process.exit(1);
  }
}

/** An error in words where it has some for the user, else with its stack. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof EnvironmentError || error.constructor === Error) return error.message;
  return error.stack ?? error.message;
}
