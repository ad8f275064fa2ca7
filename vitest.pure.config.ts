import path from "node:path";
import { defineConfig } from "vitest/config";

/** For StrykerJS: the tests of what needs no database, so that a mutant costs no PostgreSQL. */
export default defineConfig({
  resolve: { alias: { "@": path.resolve(".") } },
  test: {
    include: [
      "lib/{dates,client-address}.test.ts",
      "lib/form/{clean,steps}.test.ts",
      "lib/enrollment/windows.test.ts",
      "lib/accounts/password-rules.test.ts",
    ],
  },
});
