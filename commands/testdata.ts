import { deleteTestData } from "@/lib/desk/setup/verbs";
import { withDatabase } from "@/lib/platform/database/open-database";
import { createCommandLine, defineCommand, printLine, runCommandLine } from "./command-line";

const USAGE = `Deletes the data that integrators created with test keys (mat_test_…).

  npm run --silent testdata -- purge

purge deletes those enrollments, their people and their messages, and nothing else.`;

export const testdata = createCommandLine(USAGE, {
  purge: defineCommand({
    run: async () => {
      const count = await withDatabase(() => deleteTestData({ sure: "yes" }, { kind: "command" }));
      printLine(`Forgot ${count} test enrollment${count === 1 ? "" : "s"}.`);
    },
  }),
});

if (import.meta.main) await runCommandLine(testdata);
