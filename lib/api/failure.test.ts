import { hostname } from "node:os";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import packageJson from "@/package.json" with { type: "json" };
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { startApi } from "@/test/support/servers/api";
import { startServerProcess } from "@/test/support/servers/server-process";

const database = new pg.Client(env.DATABASE_URL);
await seedDemoSchool();
const api = await startApi();
await database.connect();
afterAll(async () => {
  await database.end();
  await api.stop();
});

test("a bug is a 500 in the common format, without internal details", async () => {
  await database.query("alter table all_people rename to people_away");
  const { status, error, text } = await api.enrollAdult(anAdult());
  await database.query("alter table people_away rename to all_people");
  expect([status, error?.code]).toEqual([500, "internal_error"]);
  expect(text).not.toMatch(/people|relation|select|insert|\.ts|example\.org/i);
  expect((await api.enrollAdult(anAdult())).status).toBe(201);
});

test("a lock that is held too long gives 503 with Retry-After", async () => {
  const adult = anAdult();
  await database.query("begin");
  await database.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `email ${adult.student_email}`,
  ]);
  const { status, error, headers } = await api.enrollAdult(adult);
  await database.query("rollback");
  expect([status, error?.code, Number(headers["retry-after"]) > 0]).toEqual([503, "unavailable", true]);
  expect((await api.enrollAdult(adult)).status).toBe(201);
});

test("a read-only database gives 503 for writes", async () => {
  const server = await startServerProcess();
  const name = new URL(env.DATABASE_URL as string).pathname.slice(1);
  await database.query(`alter database ${name} set default_transaction_read_only = on`);
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'matricula' and datname = current_database()`,
  );
  const answer = server.send("POST", "academic/adult_enrollment", { body: anAdult() });
  const { status, error } = await answer.finally(() =>
    database.query(`alter database ${name} reset default_transaction_read_only`),
  );
  expect([status, error?.code]).toEqual([503, "unavailable"]);
  await server.stop();
});

test("the log has request ids, routes, statuses and key prefixes, no personal data", async () => {
  const server = await startServerProcess({ LOG_LEVEL: "info" });
  const adult = anAdult({
    student_name: "Esmeralda",
    student_city: "Villaviciosa",
    enrollment_observations: "asmática",
  });
  const path = "academic/adult_enrollment";
  expect((await server.send("POST", path, { body: adult })).status).toBe(201);
  expect((await server.send("POST", path, { body: adult })).status).toBe(409);
  await server.send("POST", path, { body: { ...adult, student_birth_date: "Esmeralda" } });
  await server.send("POST", path, { body: '{"student_name":"Esmeralda"' });
  await server.send("GET", `academic/subjects?school_year_id=1&name=Esmeralda`);
  await database.query("alter table all_people rename to people_away");
  expect(
    (await server.send("POST", path, { body: { ...adult, student_email: "esmeralda@example.org" } })).status,
  ).toBe(500);
  expect((await server.send("POST", path, { body: anAdult() })).status).toBe(500);
  await database.query("alter table people_away rename to all_people");
  await expect.poll(() => server.printed().match(/"status":500.*"msg":"request"/g)).toHaveLength(2);
  await server.stop();

  const log = server.printed();
  for (const status of [201, 409, 422, 400, 500]) expect(log).toContain(`"status":${status}`);
  expect(log).toContain(`"route":"/api/v1/${path}"`);
  expect(log).toContain(server.key.slice(0, 17));
  const failed = log.split("\n").filter((line) => line.includes('"msg":"request failed"'));
  expect(failed.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      version: packageJson.version,
      host: hostname(),
      process: server.pid,
      error: expect.objectContaining({ code: "42P01" }),
    }),
  ]);
  const secrets = [
    server.key,
    adult.student_email,
    adult.student_document,
    adult.student_phone,
    adult.student_address,
  ];
  for (const secret of [...secrets, "smeralda", "Villaviciosa", "asmática", "school_year_id=1"]) {
    expect(log).not.toContain(secret);
  }
});
