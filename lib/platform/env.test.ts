import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { EnvironmentError } from "@/lib/platform/errors";
import { readEnv, requireMailSettings } from "./env";

test("the defaults are those of .env.example", () => {
  const { APP_URL, ...example } = parseEnv(readFileSync(".env.example", "utf8"));
  expect(APP_URL).toBe("http://localhost:3000");
  expect(readEnv(example)).toEqual(readEnv({}));
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    DATABASE_POOL_SIZE: 10,
    DATABASE_PATIENCE: 1,
    WORKER: true,
    TRUSTED_PROXIES: [],
    RATE_LIMIT_READS_PER_MINUTE: 1200,
    RATE_LIMIT_WRITES_PER_MINUTE: 120,
    RATE_LIMIT_FAILED_AUTH_PER_MINUTE: 60,
    RATE_LIMIT_FORM_STEPS_PER_MINUTE: 300,
    RATE_LIMIT_FORM_SENDS_PER_HOUR: 100,
    formMinimumMs: 3_000,
    LOG_LEVEL: "info",
    embedded: true,
    MAIL_TRANSPORT: "mailbox",
  });
});

test("an external database sends through Resend; an empty variable counts as not set", () => {
  const url = "postgresql://school@127.0.0.1/school";
  expect(readEnv({ DATABASE_URL: url, PORT: "" })).toMatchObject({
    embedded: false,
    MAIL_TRANSPORT: "resend",
    PORT: 3000,
  });
  expect(readEnv({ DATABASE_URL: url, MAIL_TRANSPORT: "mailbox" }).MAIL_TRANSPORT).toBe("mailbox");
});

test("all wrong variables are reported at once, without their values", () => {
  const wrong = { PORT: "65536", TRUSTED_PROXIES: "10.0.0.0/33", METRICS_TOKEN: "" };
  expect(() => readEnv(wrong)).toThrow(/^PORT .*\nTRUSTED_PROXIES .*/);
  expect(() => readEnv(wrong)).not.toThrow(/secret|65536/);
});

test.each([
  ["PORT", "http", "must be a number"],
  ["PORT", "80.5", "must be a whole number"],
  ["PORT", "65536", "must be 65535 or less"],
  ["DATABASE_POOL_SIZE", "1", "must be 2 or more"],
  ["WORKER", "yes", "must be true or false"],
  ["MAIL_TRANSPORT", "smtp", "must be mailbox or resend"],
  ["APP_URL", "school.example", "must be an address such as https://school.example"],
])("%s=%s is refused in an operator's words", (name, value, problem) => {
  expect(() => readEnv({ [name]: value })).toThrow(`${name} ${problem}.`);
});

test("the demo listens on localhost, with DATABASE_URL on every address; HOST overrides both", () => {
  expect(readEnv({}).HOST).toBe("127.0.0.1");
  expect(readEnv({ DATABASE_URL: "postgresql://x/y" }).HOST).toBe("0.0.0.0");
  expect(readEnv({ HOST: "::" }).HOST).toBe("::");
});

const KEY = Buffer.alloc(32, 7).toString("base64");

test.each([
  ["PORT", ["0", "65535"], ["-1", "65536", "80.5", "http"]],
  ["PROCESSES", ["auto", "1", "64"], ["0", "65", "all"]],
  ["DATABASE_POOL_SIZE", ["2", "200"], ["1", "201"]],
  ["DATABASE_PATIENCE", ["1", "2.5", "20"], ["0", "21", "long"]],
  [
    "DATABASE_URL",
    ["postgres://a/b", "postgresql://a/b"],
    ["mysql://a/b", "x postgres://a/b", "postgres://a:b:c"],
  ],
  ["DRAFT_KEYS", [KEY, `${KEY}, ${KEY}`], ["secret", `${KEY},`, Buffer.alloc(31).toString("base64")]],
  [
    "TRUSTED_PROXIES",
    ["10.0.0.1", "10.0.0.0/0, ::1", "10.0.0.0/32 ::/128", ","],
    ["10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/x", "10.0.0.0/1x", "proxy"],
  ],
  ["ALERT_URL", ["http://a.example", "https://a.example"], ["ftp://a.example", "xhttp://a.example", "a"]],
  ["APP_URL", ["https://a.example"], ["a"]],
  ["MAILBOX_OPEN", ["true", "false"], ["yes"]],
  ["RATE_LIMIT_READS_PER_MINUTE", ["0", "9999999"], ["-1", "0.5"]],
  ["LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"], ["loud"]],
  ["MAIL_TRANSPORT", ["mailbox", "resend"], ["smtp"]],
])("%s accepts %j and rejects %j", (name, right, wrong) => {
  for (const value of right) expect(() => readEnv({ [name]: value })).not.toThrow();
  for (const value of wrong)
    expect(() => readEnv({ [name]: value }), value).toThrow(new RegExp(`^${name} [^\n]+\\.$`));
});

test("lists are separated by commas or spaces; flags are true or false", () => {
  const read = readEnv({
    TRUSTED_PROXIES: " 10.0.0.1,  ::1 ,",
    WEBHOOK_PORTS: "443, 8443",
    WORKER: "false",
    PROCESSES: "2",
  });
  expect(read).toMatchObject({
    TRUSTED_PROXIES: ["10.0.0.1", "::1"],
    WEBHOOK_PORTS: ["443", "8443"],
    WORKER: false,
    PROCESSES: 2,
  });
});

test("with an external database, one process per core serves for five seconds after the stop signal", () => {
  expect(readEnv({})).toMatchObject({ PROCESSES: 1, shutdownGraceMs: 0 });
  const own = { DATABASE_URL: "postgresql://school@127.0.0.1/school" };
  expect(readEnv(own)).toMatchObject({ PROCESSES: "auto", shutdownGraceMs: 5_000 });
});

test("without a limit of enrollments a form may be sent at once", () => {
  expect(readEnv({ RATE_LIMIT_FORM_SENDS_PER_HOUR: "0" }).formMinimumMs).toBe(0);
});

test("missing mail settings are reported", () => {
  const listMissing = (set: Record<string, string>) => {
    try {
      requireMailSettings(readEnv(set));
      return [];
    } catch (error) {
      expect(error).toBeInstanceOf(EnvironmentError);
      return (error as Error).message.split("\n");
    }
  };
  const own = { DATABASE_URL: "postgresql://school@127.0.0.1/school" };
  const reached = { ...own, APP_URL: "https://school.example" };
  expect(listMissing({})).toEqual([]);
  expect(listMissing({ ...reached, MAIL_TRANSPORT: "mailbox" })).toEqual([]);
  expect(listMissing({ ...reached, RESEND_API_KEY: "re_1", MAIL_FROM: "a@school.example" })).toEqual([]);
  expect(listMissing(own)).toEqual([expect.stringMatching(/^APP_URL is missing\. .*APP_URL=https:/)]);
  const why =
    "With DATABASE_URL, e-mails go out through Resend, which needs it; MAIL_TRANSPORT=mailbox keeps them here.";
  expect(listMissing(reached)).toEqual([`RESEND_API_KEY is missing. ${why}`, `MAIL_FROM is missing. ${why}`]);
  expect(listMissing({ MAIL_TRANSPORT: "resend", RESEND_API_KEY: "re_1" })).toEqual([
    "MAIL_FROM is missing. MAIL_TRANSPORT=resend needs it.",
  ]);
});
