import { EnvironmentError } from "@/lib/platform/env";

/** Errors for the user are printed without stack; exit code 1. */
export async function runMain(task: () => Promise<void>) {
  try {
    await task();
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`); // console output goes to the log by now
    process.exit(1);
  }
}

export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof EnvironmentError || error.constructor === Error) return error.message;
  return error.stack ?? error.message;
}
