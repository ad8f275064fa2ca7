import { EnvironmentError, isDatabaseUnavailable } from "@/lib/platform/errors";

/** Errors for the user are printed without stack; exit code 1. */
export async function runMain(task: () => Promise<void>) {
  try {
    await task();
  } catch (error) {
    const text = (await describeDatabaseProblem(error)) ?? formatError(error);
    process.stderr.write(`${text}\n`); // console output goes to the log by now
    process.exit(1);
  }
}

/** The problem of an external database, if any, that explains an error which is no sentence for the operator. */
async function describeDatabaseProblem(error: unknown): Promise<string | undefined> {
  if (isForUser(error) && !isDatabaseUnavailable(error)) return;
  // Not at the top: a program may start without valid variables.
  const [{ env }, { findDatabaseProblem }] = await Promise.all([
    import("@/lib/platform/env"),
    import("./startup/wait-for-database"),
  ]);
  return env.embedded || !env.DATABASE_URL
    ? undefined
    : findDatabaseProblem(env.DATABASE_URL, { migrated: true });
}

const isForUser = (error: unknown) =>
  error instanceof EnvironmentError || (error instanceof Error && error.constructor === Error);

/** What Node's code of an unreadable file means. */
const fileProblems: Record<string, string> = {
  ENOENT: "There is no such file or directory.",
  EISDIR: "This is a directory, not a file.",
  ENOTDIR: "A part of this path is not a directory.",
  EEXIST: "This is a file, not a directory.",
  EACCES: "You have no permission for this path.",
};

export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = "", path } = error as NodeJS.ErrnoException;
  const problem = fileProblems[code];
  if (problem) return path ? `${path}: ${problem}` : problem;
  if (isForUser(error)) return error.message;
  return error.stack ?? error.message;
}
