import { expect, test } from "vitest";
import { pool } from "@/lib/platform/prisma";
import { aSchool } from "@/test/school";
import { prepareEnrollments } from "./create-statement";

test("a server whose database lacks the column of a field does not start", async () => {
  await aSchool();
  await prepareEnrollments();
  for (const [table, column] of [
    ["all_people", "zip_code"],
    ["all_enrollments", "observations"],
  ]) {
    await pool().query(`alter table ${table} rename column ${column} to elsewhere`);
    await expect(prepareEnrollments()).rejects.toThrow(column);
    await pool().query(`alter table ${table} rename column elsewhere to ${column}`);
  }
  await prepareEnrollments();
});
