import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ResendStandIn, startResendStandIn } from "@/e2e/support/servers/resend-stand-in";
import { readServiceStatus } from "@/lib/desk/state/queries";
import { resumeMail, suspendMail } from "@/lib/mail/pause";
import { type CheckResult, formatCheckResult } from "@/lib/platform/check-result";
import { registerDoctor } from "@/lib/platform/checks";
import { getPool } from "@/lib/platform/database/prisma";
import { env, readEnv } from "@/lib/platform/env";
import { createDraft, createEmptyDraft } from "@/lib/wizard/drafts/writes";
import { findDatabaseProblem } from "@/server/startup/wait-for-database";
import { createStaffActor } from "@/test/support/domain/decisions";
import { runScript } from "@/test/support/processes/command";
import { startNameServer } from "@/test/support/servers/name-server";
import { compareVersions } from "./backup";
import { checkClock } from "./database";
import { checkDisk } from "./machine";
import { runChecks, startAllChecks } from "./run-checks";

const key = `v=DKIM1; p=${"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A".repeat(10)}`;
let resend: ResendStandIn;
let names: Awaited<ReturnType<typeof startNameServer>>;
beforeAll(async () => {
  resend = await startResendStandIn();
  resend.domains.push({ name: "school.example", status: "verified" });
  resend.domains.push({ name: "new.school.example", status: "pending" });
  names = await startNameServer({
    "send.school.example": ["v=spf1 include:amazonses.com ~all"],
    "resend._domainkey.school.example": [key],
    "_dmarc.school.example": ["v=DMARC1; p=none;"],
    "send.new.school.example": ["v=spf1 include:amazonses.com ~all", "v=spf1 -all"],
  });
  process.env.RESEND_BASE_URL = resend.url;
  env.DRAFT_KEYS = randomBytes(32).toString("base64");
  await createDraft(createEmptyDraft());
});
afterAll(async () => {
  names.stop();
  await resend.stop();
});

/** A complete configuration, with the stand-in for mail. */
const school = () => ({
  DATABASE_URL: env.DATABASE_URL as string,
  APP_URL: "https://matricula.example",
  TRUSTED_PROXIES: "10.0.0.1",
  MAIL_TRANSPORT: "resend",
  MAIL_FROM: "Escuela <secret.person@school.example>",
  RESEND_API_KEY: "re_secret",
  RESEND_BASE_URL: resend.url,
  RESEND_WEBHOOK_SECRET: "whsec_secret",
  DRAFT_KEYS: env.DRAFT_KEYS as string,
  PORT: "0",
});

/** `npm run doctor` as a process. */
const command = (variables: Record<string, string>, args: string[] = []) =>
  runScript("doctor", [...args, `--name-servers=${names.address}`], {
    ...school(),
    ...variables,
  });

/** Findings in this process, and the desk's page of them. */
async function doctor(variables: Record<string, string> = {}, nameServer = names.address) {
  const before = { ...env };
  Object.assign(env, readEnv({ ...process.env, ...school(), ...variables }), { nameServers: [nameServer] });
  const results: [check: string, finding: CheckResult][] = [];
  const onResult = (check: string, result: CheckResult) => void results.push([check, result]);
  const [first] = await Promise.all([readStateAfterCheck(), runChecks(onResult)]);
  const current = await readState();
  for (const name of Object.keys(env)) Reflect.deleteProperty(env, name);
  Object.assign(env, before);
  return {
    ...parseOutput(results.map(([check, result]) => formatCheckResult(check, result))),
    findings: results,
    first,
    page: current,
  };
}

function parseOutput(lines: string[]) {
  const stdout = lines.join("\n");
  for (const secret of ["secret", new URL(env.DATABASE_URL as string).password])
    expect(stdout).not.toContain(secret);
  const wrong = lines.filter((line) => line.startsWith("wrong"));
  expect(wrong.filter((line) => !line.includes(" → "))).toEqual([]);
  return { lines, wrong, stdout };
}

let minute = Date.now();

/** /desk/state a minute after the last check. */
async function readStateAfterCheck() {
  registerDoctor(startAllChecks);
  minute += 60_000;
  return readState();
}

/** /desk/state without a new check. */
async function readState() {
  const parts = await readServiceStatus(createStaffActor("admin"), new Date(minute));
  const { level, values, doctor } = parts.find(({ part }) => part === "doctor") ?? {};
  return { level, values, results: new Map(doctor?.checks.map(({ check, results }) => [check, results])) };
}

test("reports a correct set-up in one line per check, without personal data", async () => {
  const { code, stderr, ...output } = await command({});
  const { lines, wrong, stdout } = parseOutput(output.stdout.trimEnd().split("\n"));
  expect([code, wrong, stderr]).toEqual([0, [], ""]);
  expect(lines.filter((line) => !/^(ok|warning) /.test(line))).toEqual([]);
  for (const pattern of [
    /^ok +configuration nothing is missing$/m,
    /^ok +e-mail +Resend takes the key$/m,
    /^ok +e-mail +Resend has verified school\.example$/m,
    /^ok +sender's DNS +SPF at send\.school\.example$/m,
    /^ok +sender's DNS +DKIM at resend\._domainkey\.school\.example$/m,
    /^ok +sender's DNS +DMARC at _dmarc\.school\.example$/m,
    /^ok +database +PostgreSQL \d/m,
    /^ok +migrations +all \d+ are applied$/m,
    /^ok +writes/m,
    /^warning +role .*superuser/m, // the role of tests
    /^ok +clock/m,
    /^ok +disk/m,
    /^ok +draft keys/m,
    /^warning +school +school_name is still the demo school's/m,
  ])
    expect(stdout).toMatch(pattern);
});

test.each([
  [18, 18, "ok"],
  [16, 18, "ok"],
  [18, 17, "warning"],
  [18, undefined, "warning"],
])("a backup of PostgreSQL %s with pg_dump %s is %s", (server, dump, level) => {
  expect(compareVersions(server, dump).level).toBe(level);
});

test("reports a database without migrations in one sentence, without details of tables", async () => {
  const admin = new pg.Client(env.DATABASE_URL);
  await admin.connect();
  const name = `empty_${process.pid}`;
  await admin.query(`create database ${name}`);
  const url = new URL(env.DATABASE_URL as string);
  url.pathname = `/${name}`;
  const { code, stdout, stderr } = await command({ DATABASE_URL: url.href });
  const keys = await runScript("keys", ["list"], { DATABASE_URL: url.href });
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  expect([code, stderr]).toEqual([1, ""]);
  expect(stdout).toMatch(
    /^wrong +migrations +none is applied to this database → npm run --silent db -- migrate$/m,
  );
  expect(stdout).not.toMatch(/does not exist|could not be checked|^ {2,}at /m);
  expect(keys).toEqual({
    code: 1,
    stdout: "",
    stderr: "The database lacks migrations of this version: npm run --silent db -- migrate applies them.\n",
  });
});

test("the doctor reports all problems with advice, by command (exit code 1) and on the desk's page", async () => {
  await getPool().query(
    "insert into _prisma_migrations (id, checksum, migration_name) values ('1', '', '99999999999999_tried')",
  );
  await suspendMail("401 invalid_api_key", new Date());
  const variables = {
    MAIL_FROM: "secret.person@new.school.example",
    DRAFT_KEYS: randomBytes(32).toString("base64"),
    ALERT_URL: "",
  };
  const { findings, page } = await doctor(variables);
  const wrongResults = findings.filter(([, { level }]) => level === "wrong");
  for (const [check, { level }] of wrongResults)
    expect(page.results.get(check), check).toContainEqual(expect.objectContaining({ level }));
  expect([wrongResults.length, page.level, page.values?.wrong]).toEqual([5, "slow", 5]);
  const firstChecks = ["migrations", "held e-mail", "e-mail", "sender's DNS"];
  expect([...page.results.keys()].slice(0, firstChecks.length)).toEqual(firstChecks);

  await getPool().query(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  );
  const { code, stdout } = await command(variables);
  const { wrong } = parseOutput(stdout.trimEnd().split("\n"));
  expect(code).toBe(1);
  const expectLine = (pattern: RegExp) => expect(wrong).toContainEqual(expect.stringMatching(pattern));
  expectLine(/e-mail +new\.school\.example is pending at Resend → Add the records/);
  expectLine(/SPF: send\.new\.school\.example has 2 records/);
  expectLine(/DKIM: no key at resend\._domainkey\.new\.school\.example/);
  expectLine(/migrations +failed half-way: 9{14}_tried → Restore a backup\./);
  const repair =
    /writes +the database is read-only: .*PGOPTIONS="-c (\S+)" psql "\$DATABASE_URL" -c '([^']+)'/;
  const [, options, sql] = wrong.map((line) => repair.exec(line)).find(Boolean) ?? [];
  expectLine(/draft keys +DRAFT_KEYS lacks the key of 1 unfinished forms/);
  expectLine(/held e-mail +e-mails are held since .*401 invalid_api_key/);
  expect(wrong).toHaveLength(7); // the parent domain's DMARC policy applies
  const repairing = new pg.Client({ connectionString: env.DATABASE_URL, options: `-c ${options}` });
  await repairing.connect();
  await repairing.query(sql as string); // as it is printed
  await repairing.end();
  expect((await doctor()).stdout).toMatch(/^ok +writes +the database takes writes$/m);
  await resumeMail();
});

test("reports a wrong environment, a rejected Resend key and an unavailable database", async () => {
  const { code, stdout, stderr } = await command({ DATABASE_POOL_SIZE: "1", TRUSTED_PROXIES: "all" }, [
    "--json",
  ]);
  const describeFinding = (name: string) => ({
    check: "configuration",
    level: "wrong",
    words: expect.stringContaining(name),
    mend: expect.any(String),
  });
  expect([code, JSON.parse(stdout), stderr]).toEqual([
    1,
    { level: "wrong", findings: [describeFinding("DATABASE_POOL_SIZE"), describeFinding("TRUSTED_PROXIES")] },
    "",
  ]);

  resend.refusesKey(401, "invalid_api_key");
  const unavailable = await doctor(
    { APP_URL: "", DATABASE_URL: "postgresql://x@127.0.0.1:1/x" },
    "127.0.0.1:1",
  );
  expect(unavailable.wrong).toEqual([
    expect.stringMatching(/database +PostgreSQL does not answer .*ECONNREFUSED/),
    expect.stringMatching(/configuration APP_URL is missing/),
    expect.stringMatching(/e-mail +Resend refuses the key \(401 invalid_api_key\)/),
  ]);
  expect(unavailable.stdout).toMatch(/^warning +sender's DNS +the name server does not answer/m);

  resend.refusesKey(401, "restricted_api_key");
  expect((await doctor({ DATABASE_URL: "postgresql://x@127.0.0.1:1/x" })).wrong).toHaveLength(1);
});

test("the desk's page has every check of the command, except those that a serving process cannot make", async () => {
  const { findings, page } = await doctor();
  const levels = [...Map.groupBy(findings, ([check]) => check)].map(([check, results]) => [
    check,
    ["connections", "sessions", "backup"].includes(check) ? "outside" : results.map(([, { level }]) => level),
  ]);
  const onPage = [...page.results].map(([check, results]) => [
    check,
    typeof results === "string" ? results : results.map(({ level }) => level),
  ]);
  expect(levels.length).toBeGreaterThan(15);
  expect(Object.fromEntries(onPage)).toEqual(Object.fromEntries(levels));
  await suspendMail("401 invalid_api_key", new Date());
  expect((await readState()).results.get("held e-mail"), "asked once a minute").toBeUndefined();
  await resumeMail();
});

test("reports the database first and a hanging check after five seconds; a page does not wait for it", async () => {
  resend.refusesKey("hang");
  const { lines, wrong, first, page } = await doctor({ DATABASE_POOL_SIZE: "200" });
  expect(first.results.get("e-mail")).toBe("asked");
  expect(page.results.get("e-mail")).toEqual([
    expect.objectContaining({ words: "no answer in five seconds" }),
  ]);
  expect(lines[0]).toMatch(/^ok +database/);
  const advice =
    /connections +a machine needs 2\d\d connections \(200 to serve, \d for [^)]+\), PostgreSQL gives 1\d\d → DATABASE_POOL_SIZE=1\d\d in \.env/;
  expect(wrong).toContainEqual(expect.stringMatching(advice));
  expect(wrong.at(-1)).toMatch(/e-mail +no answer in five seconds/);
});

const connectionProblems: [what: string, sql: string, change: (url: URL) => void, words: RegExp][] = [
  ["no TLS", "select 1", (url) => url.searchParams.set("sslmode", "require"), /speaks no TLS/],
  ["no connection left", "alter role ROLE connection limit 0", () => {}, /has no connection left/],
  ["a role that may not log in", "alter role ROLE nologin", () => {}, /may not log in/],
  ["a role without CONNECT", "revoke connect on database DATABASE from public", () => {}, /grant connect/],
];

test.each(connectionProblems)("reports %s with advice", async (_, sql, change, words) => {
  const url = new URL(env.DATABASE_URL as string);
  const [database, role] = [url.pathname.slice(1), `enters_${url.pathname.slice(1)}`];
  await getPool().query(`create role ${role} login password 'of-the-tests'`);
  await getPool().query(sql.replace("ROLE", role).replace("DATABASE", database));
  Object.assign(url, { username: role, password: "of-the-tests" });
  change(url);
  const problem = await findDatabaseProblem(url.href);
  await getPool().query(`grant connect on database ${database} to public; drop role ${role}`);
  expect(problem).toMatch(words);
});

test("reports a clock that is an hour wrong and a full disk", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  const clock = await checkClock();
  vi.useRealTimers();
  expect(clock).toMatchObject({ level: "wrong", words: expect.stringMatching(/^3[56]\d\d s from/) });
  expect(await checkDisk(Number.MAX_SAFE_INTEGER)).toMatchObject({ level: "wrong" });
});
