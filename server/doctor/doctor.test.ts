import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ResendStandIn, startResendStandIn } from "@/e2e/support/resend-stand-in";
import { createDraft, emptyDraft } from "@/lib/form/server/draft";
import { holdMail, releaseMail } from "@/lib/mail/hold";
import { env } from "@/lib/platform/env";
import { pool } from "@/lib/platform/prisma";
import { databaseProblem } from "@/server/await-database";
import { runScript } from "@/test/command";
import { startNameServer } from "@/test/name-server";
import { checkClock } from "./database";
import { checkDisk } from "./machine";

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
  env.DRAFT_KEYS = randomBytes(32).toString("base64");
  await createDraft(emptyDraft());
});
afterAll(async () => {
  names.stop();
  await resend.stop();
});

/** `npm run doctor` on this file's database, with mail by the stand-in; what it said by check. */
async function doctor(variables: Record<string, string> = {}, args: string[] = []) {
  const school = {
    APP_URL: "https://matricula.example",
    TRUSTED_PROXIES: "10.0.0.1",
    MAIL_TRANSPORT: "resend",
    MAIL_FROM: "Escuela <secret.person@school.example>",
    RESEND_API_KEY: "re_secret",
    RESEND_BASE_URL: resend.url,
    RESEND_WEBHOOK_SECRET: "whsec_secret",
    DRAFT_KEYS: env.DRAFT_KEYS as string,
    DNS_SERVERS: names.address,
    PORT: "0",
  };
  const { code, stdout, stderr } = await runScript("../server/doctor", args, { ...school, ...variables });
  for (const secret of ["secret", new URL(env.DATABASE_URL as string).password])
    expect(stdout).not.toContain(secret);
  const lines = stdout.trimEnd().split("\n");
  const wrong = lines.filter((line) => line.startsWith("wrong"));
  expect(wrong.filter((line) => !line.includes(" → "))).toEqual([]);
  return { code, lines, wrong, stdout, stderr };
}

test("a school that is set up right is told so, one line a check, and nothing personal", async () => {
  const { code, lines, wrong, stdout, stderr } = await doctor();
  expect([code, wrong, stderr]).toEqual([0, [], ""]);
  expect(lines.filter((line) => !/^(ok|warning) /.test(line))).toEqual([]);
  for (const words of [
    /^ok +configuration nothing is missing$/m,
    /^ok +e-mail +Resend takes the key$/m,
    /^ok +e-mail +Resend has verified school\.example$/m,
    /^ok +sender's DNS +SPF at send\.school\.example$/m,
    /^ok +sender's DNS +DKIM at resend\._domainkey\.school\.example$/m,
    /^ok +sender's DNS +DMARC at _dmarc\.school\.example$/m,
    /^ok +database +PostgreSQL \d/m,
    /^ok +migrations +all \d+ are applied$/m,
    /^ok +writes/m,
    /^warning +role .*superuser/m, // as which the tests work
    /^ok +clock/m,
    /^ok +disk/m,
    /^ok +draft keys/m,
    /^warning +school +school_name is still the demo school's/m,
  ])
    expect(stdout).toMatch(words);
});

test("what is wrong is said with what to do, all at once, and with exit code 1", async () => {
  await pool().query("delete from _prisma_migrations where migration_name like '%initial'");
  await pool().query(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  );
  await holdMail("401 invalid_api_key", new Date());
  const { code, wrong } = await doctor({
    MAIL_FROM: "secret.person@new.school.example",
    DRAFT_KEYS: randomBytes(32).toString("base64"),
    REDIS_URL: "redis://127.0.0.1:1",
    ALERT_URL: "",
  });
  expect(code).toBe(1);
  const said = (words: RegExp) => expect(wrong).toContainEqual(expect.stringMatching(words));
  said(/e-mail +new\.school\.example is pending at Resend → Add the records/);
  said(/SPF: send\.new\.school\.example has 2 records/);
  said(/DKIM: no key at resend\._domainkey\.new\.school\.example/);
  said(/migrations +the database lacks 1: \d+_initial → npm run --silent db -- migrate/);
  const repair =
    /writes +the database is read-only: .*PGOPTIONS="-c (\S+)" psql "\$DATABASE_URL" -c '([^']+)'/;
  const [, options, sql] = wrong.map((line) => repair.exec(line)).find(Boolean) ?? [];
  said(/draft keys +DRAFT_KEYS lacks the key of 1 unfinished forms/);
  said(/redis +Redis does not answer/);
  said(/held e-mail +e-mails are held since .*401 invalid_api_key/);
  expect(wrong).toHaveLength(8); // the policy above is good for a domain below it
  const repairing = new pg.Client({ connectionString: env.DATABASE_URL, options: `-c ${options}` });
  await repairing.connect();
  await repairing.query(sql as string); // as it is printed
  await repairing.end();
  expect((await doctor()).stdout).toMatch(/^ok +writes +the database takes writes$/m);
  await releaseMail();
});

test("a wrong environment, a key that Resend refuses and a database that is away are findings too", async () => {
  const variables = await doctor({ DATABASE_POOL_SIZE: "1", TRUSTED_PROXIES: "all" });
  expect([variables.code, variables.stderr]).toEqual([1, ""]);
  expect(variables.wrong).toEqual([
    expect.stringContaining("DATABASE_POOL_SIZE"),
    expect.stringContaining("TRUSTED_PROXIES"),
  ]);

  resend.refusesKey(401, "invalid_api_key");
  const away = await doctor({
    APP_URL: "",
    DATABASE_URL: "postgresql://x@127.0.0.1:1/x",
    DNS_SERVERS: "127.0.0.1:1",
  });
  expect(away.code).toBe(1);
  expect(away.wrong).toEqual([
    expect.stringMatching(/database +PostgreSQL does not answer .*ECONNREFUSED/),
    expect.stringMatching(/configuration APP_URL is missing/),
    expect.stringMatching(/e-mail +Resend refuses the key \(401 invalid_api_key\)/),
  ]);
  expect(away.stdout).toMatch(/^warning +sender's DNS +the name server does not answer/m);

  resend.refusesKey(401, "restricted_api_key");
  expect((await doctor({ DATABASE_URL: "postgresql://x@127.0.0.1:1/x" })).wrong).toHaveLength(1);
});

test("--json says the same in one object, of a wrong environment too", async () => {
  const { code, stdout } = await doctor({ DATABASE_POOL_SIZE: "1" }, ["--json"]);
  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    {
      level: "wrong",
      findings: [
        {
          check: "configuration",
          level: "wrong",
          words: expect.stringContaining("DATABASE_POOL_SIZE"),
          mend: expect.any(String),
        },
      ],
    },
  ]);
  const whole = JSON.parse((await doctor({}, ["--json"])).stdout);
  expect(whole.findings).toContainEqual({ check: "writes", level: "ok", words: "the database takes writes" });
});

test("whoever never answers holds up nothing: the database is told of first, the silent one after five seconds", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const { lines, wrong } = await doctor({
    RESEND_BASE_URL: `http://127.0.0.1:${port}`,
    DATABASE_POOL_SIZE: "200",
  });
  silent.close();
  expect(lines[0]).toMatch(/^ok +database/);
  const remedy =
    /connections +a machine needs 2\d\d connections \(200 to serve, \d for [^)]+\), PostgreSQL gives 1\d\d → DATABASE_POOL_SIZE=1\d\d in \.env/;
  expect(wrong).toContainEqual(expect.stringMatching(remedy));
  expect(wrong.at(-1)).toMatch(/e-mail +no answer in five seconds/);
});

const entrances: [what: string, sql: string, change: (url: URL) => void, words: RegExp][] = [
  ["no TLS", "select 1", (url) => url.searchParams.set("sslmode", "require"), /speaks no TLS/],
  ["no connection left", "alter role ROLE connection limit 0", () => {}, /has no connection left/],
  ["a role that may not log in", "alter role ROLE nologin", () => {}, /may not log in/],
  ["a role without CONNECT", "revoke connect on database DATABASE from public", () => {}, /grant connect/],
];

test.each(entrances)("%s is said in words, with what to do", async (_, sql, change, words) => {
  const url = new URL(env.DATABASE_URL as string);
  const [database, role] = [url.pathname.slice(1), `enters_${url.pathname.slice(1)}`];
  await pool().query(`create role ${role} login password 'of-the-tests'`);
  await pool().query(sql.replace("ROLE", role).replace("DATABASE", database));
  Object.assign(url, { username: role, password: "of-the-tests" });
  change(url);
  const problem = await databaseProblem(url.href);
  await pool().query(`grant connect on database ${database} to public; drop role ${role}`);
  expect(problem).toMatch(words);
});

test("a clock that is an hour out and a disk that is full are wrong", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  const [clock] = await checkClock();
  vi.useRealTimers();
  expect(clock).toMatchObject({ level: "wrong", words: expect.stringMatching(/^3[56]\d\d s from/) });
  expect((await checkDisk(Number.MAX_SAFE_INTEGER))[0]).toMatchObject({ level: "wrong" });
});
