import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { deliver } from "@/lib/mail/deliver";
import { pool } from "@/lib/prisma";
import { breaksIn } from "@/test/expand-and-contract";
import { aSchool } from "@/test/school";
import { type Query, recordOf } from "@/test/stored";
import { MIGRATIONS, migrationNames } from "./migrations";

/** What looks as if it broke the version before and does not, by its migration and what the statement names. */
const harmless: Record<string, string> = {
  "20261121020000_mail_and_accounts mail_messages_provider_id_key": "no version before sent e-mails",
  "20261121031500_test_keys api_keys_previous_hash_key": "on a column that came with it",
  "20261121224850_decisions enrollments_assigned_speciality_id_school_year_id_fkey":
    "on a column that came with it",
  "20261121224850_decisions enrollments_assigned_syllabus_id_school_year_id_fkey":
    "on a column that came with it",
  "20261121225600_school_seconds subjects_school_seconds_check": "on a column that came with it",
  "20261121230100_key_names_again api_keys_name_in_use": "allows more than the index that it follows",
  "20261122020208_siblings enrollments_student_year_key": "the version before makes a new student each time",
  "20261122020214_told_changes decisions_actor_check": "allows more than the check that it follows",
  "20261122060253_legal_texts enrollments_terms_text_id_fkey": "on a column that came with it",
  "20261122060253_legal_texts consents_terms_text_id_fkey": "on a column that came with it",
  "20261122020214_told_changes audit_entries_actor_check": "allows more than the check that it follows",
  "20261122054304_sandboxes people_email_key_key": "allows more than the index that it follows",
  "20261122054304_sandboxes people_document_key_key": "allows more than the index that it follows",
  "20261122054304_sandboxes mail_suppressions_pkey": "allows more than the key that it follows",
  "20261122055526_sandbox_clock_and_browsers enrollments_source_check":
    "allows more than the check that it follows",
};

test("no migration breaks the version before, which runs on its schema while machines are upgraded", async () => {
  const [, ...names] = await migrationNames(); // before the first there was nothing
  const found = await Promise.all(
    names.map(async (name) => {
      const breaks = breaksIn(await readFile(path.join(MIGRATIONS, name, "migration.sql"), "utf8"));
      return breaks.map(({ statement, why }) => ({ name, statement, why }));
    }),
  );
  const marks = Object.keys(harmless).map((mark) => mark.split(" ") as [string, string]);
  const isMarked = ({ name, statement }: { name: string; statement: string }) =>
    marks.some(([migration, word]) => migration === name && statement.includes(word));
  expect(found.flat().filter((one) => !isMarked(one))).toEqual([]);
  const unused = marks.filter(
    ([migration, word]) =>
      !found.flat().some((one) => one.name === migration && one.statement.includes(word)),
  );
  expect(unused).toEqual([]);
});

// Taken down from a server of the version before, as it sent them; take them down anew with each release.
test("the version before enrolls on this schema as it did on its own", async () => {
  const { current } = await aSchool();
  const folder = "test/previous-version";
  const text = await readFile(path.join(folder, "create-enrollment.sql"), "utf8");
  const { document, jobs } = JSON.parse(await readFile(path.join(folder, "enrollment.json"), "utf8"));
  const option = (ids: number[]) => [1, 2, 3].map((option) => ({ option, id: ids[option] }));
  Object.assign(document, {
    school_year_id: current.id,
    experience_speciality_id: current.specialities[1],
    specialities: option(current.specialities),
    syllabi: option(current.syllabi),
  });
  await pool().query(text, [JSON.stringify(document), JSON.stringify(jobs)]);

  const sql: Query = async (query, values) => (await pool().query(query, values)).rows;
  const { student: carla, guardians, ...own } = (await recordOf(sql, document.reference)) as RecordedThen;
  expect(own).toMatchObject({
    state: "pending",
    observations: "Canta en un cor.",
    specialities: { 1: current.specialities[1], 2: current.specialities[2], 3: current.specialities[3] },
    syllabi: { 1: current.syllabi[1], 2: current.syllabi[2], 3: current.syllabi[3] },
  });
  expect([carla.document, ...guardians.map(({ email }) => email)]).toEqual([
    document.people[0].document,
    document.people[1].email,
    document.people[2].email,
  ]);
  const queued = await pool().query("select id::text from pgboss.job where name = 'mail' order by id");
  expect(queued.rows.map(({ id }) => id)).toEqual(jobs.map(({ id }: { id: string }) => id).sort());
  await expect(deliver(jobs[0].id, { now: new Date(), lastTry: false })).resolves.toBe("done");
});

type RecordedThen = { student: { document: string }; guardians: { email: string }[] };

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
  expect(breaksIn(script)).toHaveLength(1);
});

test("what only adds is let through, and so is all that concerns a table of the migration's own", () => {
  const script = `
    -- DROP TABLE "people";
    CREATE TABLE "x" ("a" TEXT NOT NULL);
    ALTER TABLE "x" ADD CONSTRAINT "x_a_check" CHECK ("a" <> 'drop table people;');
    CREATE UNIQUE INDEX "x_a_key" ON "x"("a");
    ALTER TABLE "people" ADD COLUMN "b" TEXT, ADD COLUMN "c" INTEGER NOT NULL DEFAULT 0;
    CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM people; END $$;
    CREATE INDEX "people_b_idx" ON "people"("b");`;
  expect(breaksIn(script)).toEqual([]);
});
