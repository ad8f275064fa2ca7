import { expect, test, vi } from "vitest";
import { tryConsumeAttempts } from "@/lib/people/limits";
import { withSandbox } from "@/lib/platform/sandbox";
import { countDuplicate, hasTooManyDuplicates, tryConsumeFormLimit } from "@/lib/wizard/limits";

/** Until it is refused, from ever other addresses of one network; more than that is no limit. */
async function allowed(counted: Parameters<typeof tryConsumeFormLimit>[0], network: string) {
  for (let count = 0; count < 2_000; count++)
    if (!(await tryConsumeFormLimit(counted, `${network}::${count.toString(16)}`))) return count;
}

test.each([
  ["steps a minute", "steps", 300],
  ["enrollments an hour", "sends", 100],
] as const)("W40: %s are limited, an IPv6 customer's addresses together", async (_, counted, limit) => {
  expect(await allowed(counted, "2001:db8:0:1")).toBe(limit);
  expect(await tryConsumeFormLimit(counted, "2001:db8:0:2::1")).toBe(true);
});

test("W40: a draft with a duplicate may send until its address has ten duplicates; other drafts always", async () => {
  const address = (at: number) => `2001:db8:0:9::${at}`;
  for (let met = 0; met < 10; met++) {
    expect(await hasTooManyDuplicates(address(met), "guessing")).toBe(false);
    await countDuplicate(address(met), "guessing");
  }
  expect(await hasTooManyDuplicates(address(99), "guessing")).toBe(true);
  expect(await hasTooManyDuplicates(address(99), "another family")).toBe(false);
});

test("W40: limits reset after an hour", async () => {
  const address = "203.0.113.40";
  while (await tryConsumeFormLimit("sends", address));
  const later = async (seconds: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
    return tryConsumeFormLimit("sends", address).finally(() => vi.useRealTimers());
  };
  expect([await later(3_500), await later(3_601)]).toEqual([false, true]);
});

test("families 16: attempts on a person or link are limited, also from a sandbox", async () => {
  for (const counted of [{ "guardian birth date": "a person" }, { "password token": "a token" }]) {
    while (await tryConsumeAttempts(counted));
    expect(await withSandbox({ sandboxId: 7 }, () => tryConsumeAttempts(counted))).toBe(false);
  }
});

test("integrators 11: actions in a sandbox do not count for families at the same address", async () => {
  const address = "203.0.113.41";
  const tries = (sandboxId: number) =>
    withSandbox({ sandboxId }, async () => {
      for (let met = 0; met < 10; met++) await countDuplicate(address, `draft ${sandboxId}`);
      while (await tryConsumeFormLimit("sends", address));
      while (await tryConsumeAttempts({ "link address": address }));
      return [
        await tryConsumeFormLimit("sends", address),
        await tryConsumeAttempts({ "link address": address }),
        !(await hasTooManyDuplicates(address, `draft ${sandboxId}`)),
      ];
    });
  const free = async () => [
    await tryConsumeFormLimit("sends", address),
    await tryConsumeAttempts({ "link address": address }),
    !(await hasTooManyDuplicates(address, "draft 7")),
  ];
  expect(await tries(7)).toEqual([false, false, false]);
  expect(await free()).toEqual([true, true, true]);
  expect(await withSandbox({ sandboxId: 8 }, free)).toEqual([true, true, true]);
});
