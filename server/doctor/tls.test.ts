import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { type Pair, primaryAndStandby } from "@/test/night/standby";
import { checkTls } from "./tls";

let pair: Pair;
beforeAll(async () => {
  pair = await primaryAndStandby({ synchronous: true, tls: true });
  env.DATABASE_URL = pair.url;
});
afterAll(() => pair.stop());

test("reports the TLS version, and whether the host was verified", async () => {
  const pattern = /^TLSv1\.\d, with the host that its certificate names$/;
  expect(await checkTls()).toEqual({ level: "ok", words: expect.stringMatching(pattern) });
  env.DATABASE_URL = pair.url.replace("sslmode=verify-full", "sslmode=no-verify");
  expect(await checkTls()).toMatchObject({
    level: "warning",
    words: expect.stringMatching(/^TLSv1\.\d, with whoever answers/),
  });
  env.DATABASE_URL = pair.url;
});
