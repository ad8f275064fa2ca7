import { expect, test, vi } from "vitest";
import { mayTry } from "@/lib/people/limits";
import { inside } from "@/lib/platform/sandbox";
import { countDuplicate, mayGoOn, metTooManyDuplicates } from "./form-limits";

/** Until it is refused, from ever other addresses of one network; more than that is no limit. */
async function allowed(counted: Parameters<typeof mayGoOn>[0], network: string) {
  for (let count = 0; count < 2_000; count++)
    if (!(await mayGoOn(counted, `${network}::${count.toString(16)}`))) return count;
}

test.each([
  ["steps a minute", "steps", 300],
  ["enrollments an hour", "sends", 100],
] as const)("W40: %s are limited, an IPv6 customer's addresses together", async (_, counted, limit) => {
  expect(await allowed(counted, "2001:db8:0:1")).toBe(limit);
  expect(await mayGoOn(counted, "2001:db8:0:2::1")).toBe(true);
});

test("W40: a draft that met somebody known goes on until its address has met ten, others always", async () => {
  const address = (at: number) => `2001:db8:0:9::${at}`;
  for (let met = 0; met < 10; met++) {
    expect(await metTooManyDuplicates(address(met), "guessing")).toBe(false);
    await countDuplicate(address(met), "guessing");
  }
  expect(await metTooManyDuplicates(address(99), "guessing")).toBe(true);
  expect(await metTooManyDuplicates(address(99), "another family")).toBe(false);
});

test("W40: an hour lasts an hour", async () => {
  const address = "203.0.113.40";
  while (await mayGoOn("sends", address));
  const later = async (seconds: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
    return mayGoOn("sends", address).finally(() => vi.useRealTimers());
  };
  expect([await later(3_500), await later(3_601)]).toEqual([false, true]);
});

test("families 16: tries on one person or link are few, also from a sandbox: both are of one sandbox", async () => {
  for (const counted of [{ "guardian birth date": "a person" }, { "password token": "a token" }]) {
    while (await mayTry(counted));
    expect(await inside({ sandboxId: 7 }, () => mayTry(counted))).toBe(false);
  }
});

test("integrators 11: what a tester does in a sandbox takes nothing from a family behind the same address", async () => {
  const address = "203.0.113.41";
  const tries = (sandboxId: number) =>
    inside({ sandboxId }, async () => {
      for (let met = 0; met < 10; met++) await countDuplicate(address, `draft ${sandboxId}`);
      while (await mayGoOn("sends", address));
      while (await mayTry({ "link address": address }));
      return [
        await mayGoOn("sends", address),
        await mayTry({ "link address": address }),
        !(await metTooManyDuplicates(address, `draft ${sandboxId}`)),
      ];
    });
  const free = async () => [
    await mayGoOn("sends", address),
    await mayTry({ "link address": address }),
    !(await metTooManyDuplicates(address, "draft 7")),
  ];
  expect(await tries(7)).toEqual([false, false, false]);
  expect(await free()).toEqual([true, true, true]);
  expect(await inside({ sandboxId: 8 }, free)).toEqual([true, true, true]);
});
