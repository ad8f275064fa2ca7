import { expect, test } from "vitest";
import { getPool } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { checkInsertSql } from "./enroll/writes";

test("a server whose database lacks the column of a field does not start", async () => {
  await seedDemoSchool();
  await checkInsertSql();
  for (const [table, column] of [
    ["all_people", "zip_code"],
    ["all_enrollments", "observations"],
  ]) {
    await getPool().query(`alter table ${table} rename column ${column} to elsewhere`);
    await expect(checkInsertSql()).rejects.toThrow(column);
    await getPool().query(`alter table ${table} rename column elsewhere to ${column}`);
  }
  await checkInsertSql();
});
