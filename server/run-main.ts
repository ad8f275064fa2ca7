import { EnvironmentError } from "@/lib/platform/errors";

/** Errors for the user are printed without stack; exit code 1. */
export async function runMain(task: () => Promise<void>) {
  try {
    await task();
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`); // console output goes to the log by now
    process.exit(1);
  }
}

/** What Node's code of an unreadable file means. */
const fileProblems: Record<string, string> = {
  ENOENT: "There is no such file or directory.",
  EISDIR: "This is a directory, not a file.",
  ENOTDIR: "A part of this path is not a directory.",
};

export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = "", path } = error as NodeJS.ErrnoException;
  const problem = fileProblems[code];
  if (problem) return path ? `${path}: ${problem}` : problem;
  if (error instanceof EnvironmentError || error.constructor === Error) return error.message;
  return error.stack ?? error.message;
}
