import { EnvironmentError } from "@/lib/platform/env";

/** Runs a command; errors for the user are printed without stack, with exit code 1. */
export async function runMain(work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`); // console output goes to the log by now
    process.exit(1);
  }
}

/** Without stack if it is for the user. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof EnvironmentError || error.constructor === Error) return error.message;
  return error.stack ?? error.message;
}
