import { expect, test } from "vitest";
import { built } from "../build";
import { fire, nonsense } from "./soak";

// The short form of `npm run soak`.

test("nonsense for API and form: no answer of 500, no descriptor left, memory bounded", {
  timeout: 300_000,
}, async () => {
  await built();
  const { found, complaints } = await nonsense(26, (rounds) => rounds === 1);
  expect(complaints).toEqual([]);
  expect(Object.keys(found.api)).toEqual(expect.arrayContaining(["400", "401", "404", "405", "415", "422"]));
  expect(found.form[200]).toBeGreaterThan(20); // the page again, with its errors, and the next one
});

test("bad days: nothing lost, nothing doubled, nothing half, each mail once", {
  timeout: 300_000,
}, async () => {
  const { done, ledger, complaints, wrong } = await fire({ seed: 10, seconds: 12, pauseMs: 100 });
  expect(wrong).toEqual([]);
  expect(complaints).toEqual([]);
  expect(ledger.families).toBeGreaterThan(10);
  expect(Object.keys(done).length).toBeGreaterThan(2);
});
