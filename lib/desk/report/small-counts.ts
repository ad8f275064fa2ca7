/** Smaller counts could identify a person. */
const LEAST = 5;

export const isSmallCount = (count: number): boolean => count > 0 && count < LEAST;

/**
 * Replaces small counts of a column by undefined, and as many others, smallest first, as needed so that the total does
 * not reveal them.
 */
export function hideSmallCounts(counts: number[]): (number | undefined)[] {
  const hidden = new Set(counts.flatMap((count, at) => (isSmallCount(count) ? [at] : [])));
  const rest = counts
    .flatMap((count, at) => (count > 0 && !hidden.has(at) ? [{ count, at }] : []))
    .sort((one, other) => one.count - other.count);
  const sum = () => [...hidden].reduce((all, at) => all + (counts[at] ?? 0), 0);
  while (isSmallCount(sum())) {
    const next = rest.shift();
    if (!next) break; // the total is as small, and is left out too
    hidden.add(next.at);
  }
  return counts.map((count, at) => (hidden.has(at) ? undefined : count));
}
