import { expect, test } from "vitest";
import { countExports, countLines, isCounted, moduleOf } from "./size";

test("counts code lines without blank lines and comments, in each language", () => {
  const code = `/**\n * A comment\n */\nconst a = 1; // one\n\n// Alone\n  return <p>{/* in JSX */}</p>;\n  {/* alone */}\n`;
  expect(countLines("lib/a.tsx", code)).toBe(2);
  expect(countLines("app/a.css", "/* Two\n   lines */\na {\n}\n")).toBe(2);
  expect(countLines("prisma/sql/a.sql", "-- why\nselect '/*'\n  -- indented\n  from b\n")).toBe(2);
  expect(countLines("prisma/schema/a.prisma", "/// A model\nmodel A {\n  id Int @id // its key\n}\n")).toBe(
    3,
  );
});

test("counts every exported name of lib, and none elsewhere", () => {
  const code = `export const a = 1;\nexport async function b() {}\nexport type { C, D } from "./c";\nexport {\n  e,\n  f as g,\n};\nconst h = 1;\n`;
  expect(countExports("lib/a.ts", code)).toBe(6);
  expect(countExports("components/a.ts", code)).toBe(0);
});

test("leaves out tests, benches, clients, migrations and documents", () => {
  const files = [
    "lib/a.ts",
    "lib/a.test.ts",
    "prisma/migrations/1/migration.sql",
    "prisma/sql/a.sql",
    "e2e/support/a.ts",
    "bench/a.ts",
    "server.ts",
    "docs/a.md",
  ];
  expect(files.filter(isCounted)).toEqual(["lib/a.ts", "prisma/sql/a.sql", "server.ts"]);
});

test("prints lib, app and components by folder", () => {
  const files = [
    "lib/mail/kinds/a.ts",
    "app/globals.css",
    "app/[locale]/(site)/page.tsx",
    "prisma/sql/a.sql",
    "server.ts",
  ];
  expect(files.map(moduleOf)).toEqual(["lib/mail", "app", "app/[locale]", "prisma", "(root)"]);
});
