import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, test } from "vitest";
import { auditBackup, readServiceStatus, type ServicePart } from "@/lib/desk/state/queries";
import { resumeMail, suspendMail } from "@/lib/mail/pause";
import { staffRoles } from "@/lib/people/staff/permissions";
import { getPool } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { recordDuration, registry } from "@/lib/platform/metrics";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { createEnrollment, createStaffActor } from "@/test/support/domain/decisions";
import { aKey } from "@/test/support/servers/api";

const admin = createStaffActor("admin");
await seedDemoSchool();

const HOUR_MS = 3_600_000;
const part = async (name: ServicePart["part"], now = new Date()) =>
  (await readServiceStatus(admin, now)).find(({ part }) => part === name);
const sql = (text: string, values?: unknown[]) => getPool().query(text, values);

test("only an administrator sees the state of each part of the service", async () => {
  const parts = await readServiceStatus(admin, new Date());
  expect(new Set(parts.map(({ part }) => part))).toEqual(
    new Set(["database", "mail", "worker", "disk", "backup", "version"]),
  );
  expect(await part("database")).toMatchObject({ level: "ok", values: { megabytes: expect.any(Number) } });
  for (const role of staffRoles.filter((role) => role !== "admin"))
    await expect(readServiceStatus(createStaffActor(role), new Date())).rejects.toThrow("no_right");
});

test("paused mail is stopped, late mail is a warning, failed mail is counted", async () => {
  await createEnrollment();
  const late = new Date(Date.now() + HOUR_MS);
  expect(await part("mail")).toMatchObject({
    level: "ok",
    code: "counts",
    values: { waiting: 1, failed: 0 },
  });
  expect(await part("mail", late)).toMatchObject({ level: "slow", values: { waiting: 1 } });
  await sql("update mail_messages set state = 'failed'");
  expect(await part("mail", late)).toMatchObject({ level: "ok", values: { waiting: 0, failed: 1 } });
  await suspendMail("validation_error", new Date());
  expect((await readServiceStatus(admin, late))[0]).toMatchObject({
    part: "mail",
    level: "stopped",
    code: "held",
  });
  await resumeMail();
  expect(await part("mail")).toMatchObject({ level: "ok" });
});

test("a silent worker and a missing or old backup are reported", async () => {
  expect(await part("worker")).toMatchObject({ level: "slow", code: "none" });
  const setHeartbeat = (ago: string) =>
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
    await setHeartbeat(ago);
    expect(await part("worker")).toMatchObject({ level });
  }

  expect(await part("backup")).toMatchObject({ level: "slow", code: "none" });
  await auditBackup(1234);
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

test("unreachable endpoints are reported from the first failure until switched off, without those of test keys", async () => {
  await aKey();
  const { rows } = await sql("select id from api_keys order by id desc limit 1");
  const endpoint = (values: string, key = rows[0].id) =>
    sql(
      `insert into webhook_endpoints (id, api_key_id, url, secret, events, since_number, failing_since, off_at, off_reason)
       select gen_random_uuid(), $1, 'https://x.example/hook', 's', '{}', 0, ${values} returning id`,
      [key],
    );
  expect(await part("webhooks")).toBeUndefined();
  const testKey = await sql(
    `insert into api_keys (name, prefix, hash, scopes) values ('trial', 'mat_test_x', 'x', '{}') returning id`,
  );
  await endpoint("now(), now(), 'failing'", testKey.rows[0].id);
  expect(await part("webhooks")).toBeUndefined();
  const endpointId = await endpoint("null, null, null");
  await sql("insert into webhook_deliveries (endpoint_id) select $1::uuid from generate_series(1, 3)", [
    endpointId.rows[0].id,
  ]);
  await endpoint("null, now(), 'gone'"); // answered 410
  expect(await part("webhooks")).toMatchObject({ level: "ok", values: { count: 2, waiting: 3 } });
  await sql("update webhook_endpoints set failing_since = '2026-01-02T00:00Z' where id = $1", [
    endpointId.rows[0].id,
  ]);
  expect(await part("webhooks")).toMatchObject({
    level: "slow",
    code: "failing",
    values: { since: new Date("2026-01-02T00:00Z"), waiting: 3 },
  });
  await endpoint("now(), now(), 'failing'");
  expect(await part("webhooks")).toMatchObject({ level: "stopped", code: "off", values: { off: 1 } });
});

test("response times of pages are reported as shares, without API requests", async () => {
  expect(await part("pages")).toBeUndefined();
  const recordDurations = (route: string, seconds: number, times: number) => {
    for (let time = 0; time < times; time++) recordDuration(route, "GET", 200, seconds * 1000);
  };
  recordDurations("/api/v1/academic/subjects", 1.9, 1000);
  recordDurations("/enroll", 9, 1); // just after the start
  expect(await part("pages")).toMatchObject({ level: "ok", values: { most: 2000 } });
  registry.getSingleMetric("matricula_http_request_duration_seconds")?.reset();
  recordDurations("/api/v1/academic/subjects", 1.9, 1000);
  recordDurations("/enroll", 0.01, 60); // the bucket from 5 to 20 ms
  recordDurations("/desk", 0.05, 40); // from 20 to 100
  expect(await part("pages")).toMatchObject({
    level: "ok",
    values: { half: 17.5, most: expect.closeTo(90) },
  });
  recordDurations("/desk", 9, 20);
  expect(await part("pages")).toMatchObject({ level: "slow", values: { most: 2000 } });
});

test("the certificate at APP_URL is reported: its end, expired, of another host, and no answer", async () => {
  const shown = async (days: number, trusted: boolean) => {
    const pem = path.join(mkdtempSync(path.join(tmpdir(), "matricula-")), "pem");
    const options = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=localhost`;
    const names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", pem, "-out", `${pem}.crt`];
    execFileSync("openssl", [...options.split(" "), ...names], { stdio: "ignore" });
    const cert = readFileSync(`${pem}.crt`, "utf8");
    if (trusted) setDefaultCACertificates([...getCACertificates("default"), cert]);
    const server = createServer({ key: readFileSync(pem), cert });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    env.APP_URL = `https://localhost:${(server.address() as AddressInfo).port}`;
    const certificate = await part("certificate");
    await new Promise((resolve) => server.close(resolve));
    return certificate;
  };
  expect(await part("certificate")).toBeUndefined();
  expect(await shown(90, false)).toMatchObject({
    level: "stopped",
    values: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
  });
  const long = await shown(90, true);
  expect([long?.level, Number(long?.values?.at) - Date.now() > 89 * 24 * HOUR_MS]).toEqual(["ok", true]);
  expect(await shown(13, true)).toMatchObject({ level: "slow", code: "until" });
  expect(await part("certificate")).toMatchObject({ level: "slow", code: "unseen" }); // without a server
  delete env.APP_URL;
});
