import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { type Pair, primaryAndStandby } from "@/test/night/standby";
import { checkHosts, checkTls } from "./hosts";

let pair: Pair;
beforeAll(async () => {
  pair = await primaryAndStandby({ waited: true, tls: true });
  env.DATABASE_URL = pair.url;
});
afterAll(() => pair.stop());

const ports = () => [...pair.url.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
const line = (first: string, second: string) => {
  const [one, other] = ports();
  return `127.0.0.1:${one} ${first}, 127.0.0.1:${other} ${second}`;
};

test("of two hosts one takes writes and the other stands by; what a 201 is worth is said", async () => {
  expect(await checkHosts()).toEqual([
    { level: "ok", words: line("takes writes", "stands by") },
    { level: "ok", words: expect.stringContaining("is on a standby too") },
  ]);
});

test("TLS is told with its version, and whether the host was looked at", async () => {
  const words = /^TLSv1\.\d, with the host that its certificate names$/;
  expect(await checkTls()).toEqual([{ level: "ok", words: expect.stringMatching(words) }]);
  env.DATABASE_URL = pair.url.replace("sslmode=verify-full", "sslmode=no-verify");
  expect(await checkTls()).toMatchObject([
    { level: "warning", words: expect.stringMatching(/^TLSv1\.\d, with whoever answers/) },
  ]);
  env.DATABASE_URL = pair.url;
});

test("two that take writes are wrong, and so is one that nothing could take over from", async () => {
  await pair.promote();
  expect(await checkHosts()).toMatchObject([
    { level: "wrong", words: `${line("takes writes", "takes writes")}: families' data parts` },
  ]);
  pair.killPrimary();
  await expect
    .poll(checkHosts)
    .toMatchObject([{ level: "warning", words: line("is silent", "takes writes") }]);
});
