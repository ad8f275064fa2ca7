import { expect, it } from "vitest";
import { findProblems } from "./modules";

/** For a new file: what it may import, and what it must not. */
const rows = [
  {
    file: "components/wizard/new.tsx",
    may: ["react", "@/components/ui/controls/button", "@/lib/wizard/types", "@/lib/enrollment/schema"],
    mustNot: ["@/lib/platform/crypto", "@/lib/platform/database/prisma", "@/app/api/v1/routes", "node:fs"],
  },
  { file: "components/ui/new.tsx", may: ["react", "./cn"], mustNot: ["@/lib/wizard/types", "next/link"] },
  {
    file: "components/forms/new.tsx",
    may: ["react", "@/components/ui/controls/button", "./action-form"],
    mustNot: ["@/components/desk/status-badge", "@/lib/desk/list/queries", "@/lib/wizard/drafts/writes"],
  },
  {
    file: "components/account/new.tsx",
    may: ["@/components/forms/flash", "@/components/site/page"],
    mustNot: ["@/components/desk/status-badge", "@/lib/people/staff/permissions", "@/lib/family/verbs"],
  },
  {
    file: "components/desk/new.tsx",
    may: ["@/components/forms/flash", "@/lib/desk/list/queries", "@/components/wizard/options"],
    mustNot: ["@/components/account/flash", "@/lib/platform/database/prisma", "@/lib/wizard/drafts/writes"],
  },
  {
    file: "lib/wizard/schema.ts",
    may: ["zod/mini", "./types", "@/lib/enrollment/rules", "@/lib/platform/errors"],
    mustNot: ["./drafts/writes", "@/lib/enrollment/enroll/verbs", "@/lib/platform/env", "node:crypto"],
  },
  {
    file: "lib/enrollment/queries.ts",
    may: ["@/lib/platform/database/prisma", "@/lib/catalogue/queries", "node:crypto", "./sql"],
    mustNot: ["@/lib/decisions/queries", "@/lib/wizard/steps", "./enroll/verbs", "./writes", "@/app/page"],
  },
  {
    file: "lib/decisions/verbs.ts",
    may: ["@/lib/people/staff/permissions", "@/lib/mail/writes", "@/lib/enrollment/sql", "./writes"],
    mustNot: ["./worker", "@/lib/family/verbs", "@/lib/desk/list/queries", "@/lib/admission/queries"],
  },
  {
    file: "lib/decisions/validate-decision.ts",
    may: ["./transitions", "./reasons"],
    mustNot: ["./queries", "./writes"],
  },
  {
    file: "lib/desk/keys/verbs.ts",
    may: ["@/lib/api/keys"],
    mustNot: ["@/lib/api/handle", "@/lib/http/request"],
  },
  {
    file: "lib/http/request.ts",
    may: ["@/lib/api/handle", "@/lib/school/queries"],
    mustNot: ["@/lib/people/limits", "@/lib/enrollment/states"],
  },
  { file: "lib/platform/env.ts", may: ["./errors", "pg"], mustNot: ["@/lib/mail/writes", "@/commands/keys"] },
  {
    file: "app/[locale]/new/page.tsx",
    may: ["@/components/ui/controls/button", "@/lib/school/settings", "next/navigation"],
    mustNot: ["@/lib/platform/database/prisma", "@/generated/prisma/client", "pg", "@/lib/api/handle"],
  },
  {
    file: "app/api/v1/new/route.ts",
    may: ["@/lib/api/handle", "@/lib/catalogue/queries"],
    mustNot: ["@/lib/platform/database/prisma", "@/components/ui/badge", "next/server", "@/lib/wizard/steps"],
  },
  {
    file: "server/new.ts",
    may: ["@/lib/platform/database/prisma", "next"],
    mustNot: ["@/test/support/api", "@/commands/keys", "@/tools/client/client-types"],
  },
  {
    file: "commands/new.ts",
    may: ["@/lib/platform/env"],
    mustNot: ["@/app/api/v1/routes", "@/test/support/api"],
  },
];

it.each(rows)("$file imports what its row allows and nothing else", ({ file, may, mustNot }) => {
  const text = [...may, ...mustNot].map((from, index) => `import { a${index} } from "${from}";\n`).join("");
  const expected = mustNot.map((from) =>
    from.replace("@/", "").replace("./", `${file.replace(/[^/]*$/, "")}`),
  );
  const named = findProblems(file, text).map(
    (problem) => /must not import (.+?)(?: \(|: it|$)/.exec(problem)?.[1],
  );
  expect([...new Set(named)].sort()).toEqual(expected.sort());
});

it("a type may be imported from anywhere, but within lib not from a higher layer", () => {
  const typeImport = 'import type { A } from "@/lib/desk/list/queries";\n';
  expect(findProblems("components/ui/new.tsx", typeImport)).toEqual([]);
  expect(findProblems("lib/people/staff/queries.ts", typeImport)).toEqual([
    "lib/people/staff/queries.ts must not import lib/desk/list/queries: it is no layer below",
  ]);
});

it("a file of lib with a name of no known kind is a problem", () => {
  expect(findProblems("lib/decisions/helpers.ts", "")).toEqual([
    expect.stringContaining("is no kind of file"),
  ]);
  expect(findProblems("lib/decisions/queries.ts", "")).toEqual([]);
});

it("a file of lib with too many code lines is a problem, except the table of fields", () => {
  const text = "export const a = 1;\n".repeat(400);
  expect(findProblems("lib/decisions/queries.ts", text)).toEqual([
    expect.stringContaining("has 400 code lines"),
  ]);
  expect(findProblems("lib/enrollment/fields.ts", text)).toEqual([]);
});
