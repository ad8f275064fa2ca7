import type { Criterion } from "@/lib/admission/round";

type Part = { code: string; points: number };

/** By total, one combination of criteria with that total. */
type Sums = (Part[] | undefined)[];

type Scoring = Pick<Criterion, "code" | "points" | "group" | "source" | "sensitive">;

/** A total that is only possible with a sensitive criterion, and one such combination. */
type RevealingTotal = { total: number; parts: Part[] };

/** The totals that would reveal health or income, ascending: 5 may only be possible as resident 3 and disability 2. */
export function findRevealingTotals(criteria: Scoring[]): RevealingTotal[] {
  let plain: Sums = [[]];
  let sensitive: Sums = [];
  for (const group of groupAlternatives(criteria)) {
    const [before, revealing] = [plain, sensitive];
    for (const one of group) {
      sensitive = merge(sensitive, addCriterion(revealing, one));
      if (one.sensitive) sensitive = merge(sensitive, addCriterion(before, one));
      else plain = merge(plain, addCriterion(before, one));
    }
  }
  return sensitive.flatMap((parts, total) => (parts && !plain[total] ? [{ total, parts }] : []));
}

/** Groups criteria of which only one counts; most are alone. */
function groupAlternatives(criteria: Scoring[]): Scoring[][] {
  const groups = Map.groupBy(criteria, ({ code, group }) => (group ? `group ${group}` : code));
  return [...groups.values()];
}

/** A score adds each number of points up to its maximum. */
function addCriterion(sums: Sums, { code, points, source }: Scoring): Sums {
  const added: Sums = [];
  if (points === 0) return added;
  if (source !== "mark") {
    sums.forEach((parts, total) => {
      if (parts) added[total + points] = [...parts, { code, points }];
    });
    return added;
  }
  let base: number | undefined;
  for (let total = 1; total < sums.length + points; total++) {
    if (sums[total - 1]) base = total - 1;
    if (base === undefined || total - base > points) continue;
    added[total] = [...(sums[base] as Part[]), { code, points: total - base }];
  }
  return added;
}

function merge(one: Sums, other: Sums): Sums {
  const merged = [...one];
  other.forEach((parts, total) => {
    const known = merged[total];
    if (parts && (!known || parts.length < known.length)) merged[total] = parts;
  });
  return merged;
}
