import type { Criterion } from "@/lib/admission/round";

type Part = { code: string; points: number };

/** By total, one combination of criteria that comes to it. */
type Sums = (Part[] | undefined)[];

type Scoring = Pick<Criterion, "code" | "points" | "group" | "source" | "sensitive">;

/** A total that nobody reaches without a sensitive criterion, and one combination that comes to it. */
type RevealingTotal = { total: number; parts: Part[] };

/** Totals that would tell everybody of health or income, the lowest first: 5 is resident 3 and disability 2, or nothing. */
export function findRevealingTotals(criteria: Scoring[]): RevealingTotal[] {
  let plain: Sums = [[]];
  let sensitive: Sums = [];
  for (const group of groupAlternatives(criteria)) {
    const [before, told] = [plain, sensitive];
    for (const one of group) {
      sensitive = merge(sensitive, addCriterion(told, one));
      if (one.sensitive) sensitive = merge(sensitive, addCriterion(before, one));
      else plain = merge(plain, addCriterion(before, one));
    }
  }
  return sensitive.flatMap((parts, total) => (parts && !plain[total] ? [{ total, parts }] : []));
}

/** Criteria of which one counts; most stand alone. */
function groupAlternatives(criteria: Scoring[]): Scoring[][] {
  const groups = Map.groupBy(criteria, ({ code, group }) => (group ? `group ${group}` : code));
  return [...groups.values()];
}

/** A score gives each number of points up to its own. */
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

/** Of two combinations for a total the shorter. */
function merge(one: Sums, other: Sums): Sums {
  const merged = [...one];
  other.forEach((parts, total) => {
    const known = merged[total];
    if (parts && (!known || parts.length < known.length)) merged[total] = parts;
  });
  return merged;
}
