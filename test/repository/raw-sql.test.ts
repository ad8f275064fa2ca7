import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** SQL built from text; each part is a constant or from a closed list. */
const MADE_OF_CONSTANTS = [
  "lib/admission/claims/queries.ts", // an alias
  "lib/decisions/notifications/mail.ts", // an alias
  "lib/desk/list/sort-order.ts", // a column's number
  "lib/desk/list/sql.ts", // a state
  "lib/desk/setup/verbs.ts", // tables of the demo school
  "lib/enrollment/enroll/writes.ts",
  "lib/enrollment/sql.ts", // states
  "lib/mail/notices.ts", // pg-boss's own statement
  "lib/mail/writes.ts", // the same
  "lib/platform/cache.ts",
  "lib/platform/database/prisma.ts",
  "lib/platform/jobs.ts", // pg-boss's own statement
  "lib/webhooks/verbs.ts", // a constant
];

test("SQL text is built from constants only", () => {
  const files = globSync("{app,commands,components,lib,server}/**/*.{ts,tsx}");
  const found = files.filter(
    (file) => !/\.test\.tsx?$/.test(file) && /Prisma\.raw\(|RawUnsafe/.test(readFileSync(file, "utf8")),
  );
  expect(found.sort()).toEqual(MADE_OF_CONSTANTS);
});

test("locks several enrollments in the order of references, several people in the order of ids", () => {
  const files = globSync("{app,commands,lib,server}/**/*.ts").filter((file) => !/\.test\.ts$/.test(file));
  const locks = files.flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        /from (?:all_)?(enrollments|people) [^`;"]*?order by (\w+) for (?:no key )?update/g,
      ),
    ].map(([, table, orderColumn]) => ({ file, table, orderColumn })),
  );
  expect(locks.length).toBeGreaterThan(8);
  const order: Record<string, string> = { enrollments: "reference", people: "id" };
  expect(locks.filter(({ table = "", orderColumn }) => orderColumn !== order[table])).toEqual([]);
});
