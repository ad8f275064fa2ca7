/** The points that lists publish: totals, or only ranks where totals reveal too much. */
export const pointsFormats = ["totals", "ranks"] as const;
export type PointsFormat = (typeof pointsFormats)[number];

/** A row of a round's list as frozen (admission 3). */
type FrozenRow = {
  position: number;
  reference: string;
  /** The published points: the total, or the rank (1 is the most points). */
  total: number;
  /** The same number for siblings who share the better draw number; empty for others. */
  shares: string;
};

/** `numbers`: a draw number for each row; `start`: the list is processed from a drawn row on. */
export const drawMethods = ["numbers", "start"] as const;
type DrawMethod = (typeof drawMethods)[number];

/** The result of a draw: the round's code, and the digits of the number with leading zeros. */
export type DrawResult = { code: string; number: string; method: DrawMethod; publishedPoints: PointsFormat };

/** A row with its draw number; lower comes first. */
type DrawnRow = FrozenRow & { drawn: string };

/**
 * Sorts a frozen list by points, then by the draw (admission 4). Anybody with the list and the number can do the same
 * (`recompute.py`). Also runs in browsers.
 */
export async function sortByDraw(rows: FrozenRow[], draw: DrawResult): Promise<DrawnRow[]> {
  const numbers = await Promise.all(rows.map((row) => getDrawNumber(row, rows.length, draw)));
  return sortByPoints(
    rows.map((row, index) => ({ ...row, drawn: numbers[index] as string })),
    draw.publishedPoints,
  );
}

type SortableRow = Pick<DrawnRow, "total" | "shares" | "drawn">;

/** Sorts rows with known draw numbers by points, then by the draw. */
export function sortByPoints<Row extends SortableRow>(rows: Row[], format: PointsFormat): Row[] {
  const best = new Map<string, string>();
  for (const { shares, drawn } of rows) if (shares) best.set(shares, minText(best.get(shares), drawn));
  const getBest = ({ shares, drawn }: Row) => best.get(shares) ?? drawn;
  const sign = format === "ranks" ? -1 : 1;
  return rows.toSorted(
    (a, b) => sign * (b.total - a.total) || compare(getBest(a), getBest(b)) || compare(a.drawn, b.drawn),
  );
}

export function publishPoints<T extends Pick<FrozenRow, "total">>(rows: T[], format: PointsFormat): T[] {
  if (format === "totals") return rows;
  const descending = rows.map(({ total }) => total).sort((a, b) => b - a);
  const ranks = new Map(descending.map((total, index) => [total, index + 1] as const).reverse());
  return rows.map((row) => ({ ...row, total: ranks.get(row.total) as number }));
}

type ListedRow = Pick<FrozenRow, "position" | "reference">;

export async function getDrawNumber(
  { position, reference }: ListedRow,
  count: number,
  draw: DrawResult,
): Promise<string> {
  if (draw.method === "numbers") return sha256(`${draw.code}:${draw.number}:${reference}`);
  const start = Number(draw.number) % count;
  return String((position - 1 - start + count) % count).padStart(6, "0");
}

/** The SHA-256 of bytes, or of a text in UTF-8, in hex. */
export async function sha256(input: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The round's list as CSV. These bytes are published and hashed before the draw (admission 3). */
export const formatListFile = (rows: FrozenRow[], format: PointsFormat): string =>
  [
    `position,reference,${format === "ranks" ? "rank" : "total"},shares`,
    ...rows.map(({ position, reference, total, shares }) => [position, reference, total, shares].join(",")),
  ]
    .map((line) => `${line}\n`)
    .join("");

export const parseListFile = (file: string): FrozenRow[] =>
  file
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [position, reference = "", total, shares = ""] = line.split(",");
      return { position: Number(position), reference, total: Number(total), shares };
    });

/** Compares by code units, independent of the locale. */
const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

const minText = (a: string | undefined, b: string) => (a !== undefined && a < b ? a : b);
