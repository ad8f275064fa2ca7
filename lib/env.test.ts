import { expect, test } from "vitest";
import { readEnv } from "./env";

test("what nobody has set is as .env.example says", () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    PORT_NEXT_FREE: false,
    DATABASE_POOL_SIZE: 10,
    WORKER: true,
    TRUSTED_PROXIES: [],
    RATE_LIMIT_READS_PER_MINUTE: 1200,
    RATE_LIMIT_WRITES_PER_MINUTE: 120,
    RATE_LIMIT_FAILED_AUTH_PER_MINUTE: 60,
    RATE_LIMIT_FORM_STEPS_PER_MINUTE: 300,
    RATE_LIMIT_FORM_SENDS_PER_HOUR: 100,
    FORM_MINIMUM_SECONDS: 3,
    LOG_LEVEL: "info",
    embedded: true,
    MAIL_TRANSPORT: "mailbox",
  });
});

test("a database of one's own sends through Resend; an empty variable is one that is not set", () => {
  const url = "postgresql://school@127.0.0.1/school";
  expect(readEnv({ DATABASE_URL: url, PORT: "" })).toMatchObject({
    embedded: false,
    MAIL_TRANSPORT: "resend",
    PORT: 3000,
  });
  expect(readEnv({ DATABASE_URL: url, MAIL_TRANSPORT: "mailbox" }).MAIL_TRANSPORT).toBe("mailbox");
});

test("wrong variables are told all at once, without their values", () => {
  const wrong = {
    PORT: "65536",
    TRUSTED_PROXIES: "10.0.0.0/33",
    METRICS_TOKEN: "",
    REDIS_URL: "http://secret",
  };
  expect(() => readEnv(wrong)).toThrow(/^PORT .*\nTRUSTED_PROXIES .*\nREDIS_URL must begin with redis/);
  expect(() => readEnv(wrong)).not.toThrow(/secret|65536/);
});

test("the demo listens on its own machine; with DATABASE_URL, or when told to, on every address", () => {
  expect(readEnv({}).HOST).toBe("127.0.0.1");
  expect(readEnv({ DATABASE_URL: "postgresql://x/y" }).HOST).toBe("0.0.0.0");
  expect(readEnv({ HOST: "::" }).HOST).toBe("::");
});
