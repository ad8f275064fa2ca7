import type { DrawResult } from "./order";

/** A line's own number, in Python: of numbers a hash, of a start number the distance from where it begins. */
const own = {
  numbers: `own = lambda row: hashlib.sha256(f"{code}:{number}:{row['reference']}".encode()).hexdigest()`,
  start: `own = lambda row: (int(row["position"]) - 1 - int(number)) % len(rows)`,
};

/**
 * Ten lines of Python with which anybody comes to the hash and the order of a round from its `list.csv` (admission 7).
 * @param corrected totals that an objection has changed since the list was frozen
 */
export const createRecomputeProgram = (
  { code, number, method }: DrawResult,
  corrected: Record<string, number>,
): string =>
  `import csv, hashlib
code, number, corrected = ${JSON.stringify(code)}, ${JSON.stringify(number)}, ${JSON.stringify(corrected)}
data = open("list.csv", "rb").read()
print(hashlib.sha256(data).hexdigest())
rows = list(csv.DictReader(data.decode().splitlines()))
total = lambda row: corrected.get(row["reference"], int(row["total"]))
${own[method]}
best = lambda row: min(own(one) for one in rows if one is row or one["shares"] == row["shares"] != "")
for place, row in enumerate(sorted(rows, key=lambda row: (-total(row), best(row), own(row))), 1):
    print(place, row["reference"], total(row))
`;
