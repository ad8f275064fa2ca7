import { expect, test } from "vitest";
import { fire } from "./soak";

// The short form of `npm run soak`; that of its nonsense is in pages-on-the-line.test.ts.

test("bad days: nothing lost, nothing doubled, nothing half, each mail once", {
  timeout: 600_000,
}, async () => {
  const { done, ledger, complaints, wrong } = await fire({ seed: 10, seconds: 12, pauseMs: 100, kinds: 3 });
  expect(wrong).toEqual([]);
  expect(complaints).toEqual([]);
  expect(ledger.families).toBeGreaterThan(10);
  expect(Object.keys(done).length).toBeGreaterThan(2);
});
