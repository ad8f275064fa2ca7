import { beforeAll, expect, test } from "vitest";
import { holdMail, releaseMail } from "@/lib/mail/hold";
import { staffRoles } from "@/lib/people/staff/rights";
import { pool } from "@/lib/platform/prisma";
import { enrolled, staff } from "@/test/decisions";
import { aSchool } from "@/test/school";
import { noteBackup, type PartState, serviceState } from "./service-state";

const admin = staff("admin");
beforeAll(async () => {
  await aSchool();
});

const HOUR_MS = 3_600_000;
const part = async (name: PartState["part"], now = new Date()) =>
  (await serviceState(admin, now)).find(({ part }) => part === name);
const sql = (text: string, values?: unknown[]) => pool().query(text, values);

test("an administrator sees of each part of the service whether it works, and nobody else does", async () => {
  const parts = await serviceState(admin, new Date());
  expect(new Set(parts.map(({ part }) => part))).toEqual(
    new Set(["database", "mail", "worker", "disk", "backup", "version"]),
  );
  expect(await part("database")).toMatchObject({ level: "ok", values: { megabytes: expect.any(Number) } });
  for (const role of staffRoles.filter((role) => role !== "admin"))
    await expect(serviceState(staff(role), new Date())).rejects.toThrow("no_right");
});

test("e-mails that are held stand still, those that wait too long want attention, and those that failed are counted", async () => {
  await enrolled();
  const late = new Date(Date.now() + HOUR_MS);
  expect(await part("mail")).toMatchObject({
    level: "ok",
    code: "counts",
    values: { waiting: 1, failed: 0 },
  });
  expect(await part("mail", late)).toMatchObject({ level: "slow", values: { waiting: 1 } });
  await sql("update mail_messages set state = 'failed'");
  expect(await part("mail", late)).toMatchObject({ level: "ok", values: { waiting: 0, failed: 1 } });
  await holdMail("validation_error", new Date());
  expect((await serviceState(admin, late))[0]).toMatchObject({
    part: "mail",
    level: "stopped",
    code: "held",
  });
  await releaseMail();
  expect(await part("mail")).toMatchObject({ level: "ok" });
});

test("a worker that gives no sign, and a backup that nobody made or made long ago, are told", async () => {
  expect(await part("worker")).toMatchObject({ level: "slow", code: "none" });
  const beat = (ago: string) =>
    sql(
      `insert into worker_beats (at) values (now() - $1::interval)
       on conflict (id) do update set at = excluded.at`,
      [ago],
    );
  for (const [ago, level] of [
    ["10 seconds", "ok"],
    ["3 minutes", "slow"],
    ["6 minutes", "stopped"],
  ] as const) {
    await beat(ago);
    expect(await part("worker")).toMatchObject({ level });
  }

  expect(await part("backup")).toMatchObject({ level: "slow", code: "none" });
  await noteBackup(1234);
  expect(await part("backup")).toMatchObject({ level: "ok", code: "at", values: { at: expect.any(Date) } });
  expect(await part("backup", new Date(Date.now() + 37 * HOUR_MS))).toMatchObject({
    level: "slow",
    code: "at",
  });
  const { rows } = await sql(
    "select actor_kind, new from audit_entries e join audit_values v on v.entry_id = e.id where action = 'backup_made'",
  );
  expect(rows).toEqual([{ actor_kind: "command", new: "1234" }]);
});
