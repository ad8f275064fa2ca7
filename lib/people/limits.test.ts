import { expect, test } from "vitest";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { getSignInAttemptKeys, withAttemptLimit } from "./limits";

await seedDemoSchool();

test.each([
  ["a correct password", async () => "right"],
  ["a failed check", () => Promise.reject(new Error("too many at once"))],
])("%s does not count as an attempt", async (what, check) => {
  const counted = { "staff session": what };
  for (let at = 0; at < 12; at++) await withAttemptLimit(counted, check).catch(() => undefined);
  expect(await withAttemptLimit(counted, async () => undefined)).toBe("wrong");
});

test("wrong attempts count, also before a correct one", async () => {
  const counted = { "guardian birth date": "somebody" };
  for (let at = 0; at < 5; at++) expect(await withAttemptLimit(counted, async () => undefined)).toBe("wrong");
  expect(await withAttemptLimit(counted, async () => "right")).toBe("limited");
});

test.each(["sign_in", "staff"] as const)(
  "%s: a browser that is known counts for itself, by account",
  (whose) => {
    const [one, other] = ["one", "other"].map((account) => getSignInAttemptKeys(whose, { account, address: "2001:db8::1", device: "d" })); // biome-ignore format: a row
    expect(Object.keys(one ?? {})).toEqual([`${whose} device`]);
    expect(one).not.toEqual(other);
    expect(
      getSignInAttemptKeys(whose, { account: "one", address: "2001:db8::1", device: undefined }),
    ).toEqual({
      [`${whose} account and address`]: "one 2001:db8:0:0::/64",
      [`${whose} address`]: "2001:db8::1",
      [`${whose} account`]: "one",
    });
  },
);
