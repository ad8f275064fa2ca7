import path from "node:path";
import { defineConfig } from "vitest/config";

process.env.ENV_FILE = "";
process.env.LOG_LEVEL = "silent";

/** Tests without a database, without starting one. */
export default defineConfig({
  resolve: { alias: { "@": path.resolve(".") } },
  test: {
    include: [
      "lib/platform/{client-address,dates,page-request}.test.ts",
      "lib/people/password-rules.test.ts",
      "lib/catalogue/files/{catalogue-file,check-rows}.test.ts",
      "lib/enrollment/windows.test.ts",
      "lib/wizard/{clean,form-schema,form-values,steps}.test.ts",
      "lib/wizard/drafts/form-codes.test.ts",
      "lib/i18n/elision.test.ts",
      "lib/school/{color-tones,check-svg}.test.ts",
      "lib/platform/{csv,xlsx}.test.ts",
      "lib/people/staff/rights.test.ts",
    ],
  },
});
