import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { listMigrations, MIGRATIONS_PATH } from "@/lib/platform/database/migrations";
import { findIncompatibleStatements } from "@/test/support/database/migration-compatibility";

test("no migration breaks the previous version, which runs on the new schema during an upgrade", async () => {
  const [, ...names] = await listMigrations(); // before the first there was nothing
  for (const name of names) {
    const script = await readFile(path.join(MIGRATIONS_PATH, name, "migration.sql"), "utf8");
    expect(findIncompatibleStatements(script), name).toEqual([]);
  }
});

test.each([
  ['DROP TABLE "people";'],
  ['ALTER TABLE "people" DROP COLUMN "phone";'],
  ['ALTER TABLE "people"\n  RENAME COLUMN "phone" TO "telephone";'],
  ["ALTER TYPE \"mail_kind\" RENAME VALUE 'guardian' TO 'parent';"],
  ['ALTER TABLE "people" ALTER COLUMN "phone" TYPE varchar(20);'],
  ['ALTER TABLE "people" ALTER COLUMN "phone" SET DATA TYPE varchar(20);'],
  ['ALTER TABLE "people" ALTER COLUMN "name" SET NOT NULL;'],
  ['ALTER TABLE "people" ALTER COLUMN "created_at" DROP DEFAULT;'],
  ['ALTER TABLE "people" ADD COLUMN "a" TEXT NOT NULL DEFAULT \'\', ADD COLUMN "b" TEXT NOT NULL;'],
  ['ALTER TABLE "people" ADD CONSTRAINT "c" CHECK ("name" <> \'\');'],
  ['CREATE UNIQUE INDEX "people_phone_key" ON "people"("phone");'],
  ["DELETE FROM people;"],
])("%s is found", (script) => {
  expect(findIncompatibleStatements(script)).toHaveLength(1);
});

test("additive changes are allowed, and all changes of a table that the migration creates", () => {
  const script = `
    -- DROP TABLE "people";
    CREATE TABLE "x" ("a" TEXT NOT NULL);
    ALTER TABLE "x" ADD CONSTRAINT "x_a_check" CHECK ("a" <> 'drop table people;');
    CREATE UNIQUE INDEX "x_a_key" ON "x"("a");
    ALTER TABLE "people" ADD COLUMN "b" TEXT, ADD COLUMN "c" INTEGER NOT NULL DEFAULT 0;
    CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM people; END $$;
    CREATE INDEX "people_b_idx" ON "people"("b");`;
  expect(findIncompatibleStatements(script)).toEqual([]);
});
