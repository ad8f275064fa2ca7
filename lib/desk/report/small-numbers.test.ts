import { expect, test } from "vitest";
import { hideSmallCounts } from "./queries";

/** All columns of a length with counts up to a maximum. */
function* columns(length: number, most: number): Generator<number[]> {
  if (length === 0) return yield [];
  for (const rest of columns(length - 1, most))
    for (let count = 0; count <= most; count++) yield [count, ...rest];
}

test("desk 40: counts from one to four cannot be computed from a column and its total", () => {
  for (const counts of columns(4, 7)) {
    const shown = hideSmallCounts(counts);
    const total = counts.reduce((all, count) => all + count, 0);
    const published = shown.map((count) => (count === undefined ? "?" : count)).join();
    for (const count of shown) expect(count === undefined || count === 0 || count >= 5, published).toBe(true);
    const hidden = counts.filter((_, index) => shown[index] === undefined);
    const rest = total - shown.reduce<number>((all, count) => all + (count ?? 0), 0);
    // A total of one to four is not shown.
    if (total >= 5 && hidden.length > 0) {
      expect(hidden.length, published).toBeGreaterThan(1);
      expect(rest, published).toBeGreaterThanOrEqual(5);
    }
    if (counts.every((count) => count === 0 || count >= 5)) expect(shown).toEqual(counts);
  }
});
