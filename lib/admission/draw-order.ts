/** The points that lists publish: totals, or only ranks where totals reveal too much. */
export const pointsFormats = ["totals", "ranks"] as const;
export type PointsFormat = (typeof pointsFormats)[number];

/** A row of a round's list as frozen (admission 3). */
export type FrozenRow = {
  position: number;
  reference: string;
  /** The published points: the total, or the rank (1 is the most points). */
  total: number;
  /** The same number for siblings who share the better draw number; empty for others. */
  shares: string;
};

/** `numbers`: a draw number for each row; `start`: the list is processed from a drawn row on. */
export const drawMethods = ["numbers", "start"] as const;
export type DrawMethod = (typeof drawMethods)[number];

/** The result of a draw: the round's code, and the digits of the number with leading zeros. */
export type DrawResult = { code: string; number: string; method: DrawMethod; publishedPoints: PointsFormat };

/** A row with its draw number; lower comes first. */
type DrawnRow = FrozenRow & { drawn: string };

/**
 * Sorts a frozen list by points, then by the draw (admission 4). Anybody with the list and the number can do the same
 * (`recompute.py`). Also runs in browsers.
 */
export async function sortByDraw(lines: FrozenRow[], drawn: DrawResult): Promise<DrawnRow[]> {
  const numbers = await Promise.all(lines.map((line) => getDrawNumber(line, lines.length, drawn)));
  return sortByPoints(
    lines.map((line, at) => ({ ...line, drawn: numbers[at] as string })),
    drawn.publishedPoints,
  );
}

type Ordered = Pick<DrawnRow, "total" | "shares" | "drawn">;

/** Sorts rows with known draw numbers by points, then by the draw. */
export function sortByPoints<L extends Ordered>(lines: L[], format: PointsFormat): L[] {
  const best = new Map<string, string>();
  for (const { shares, drawn } of lines) if (shares) best.set(shares, smaller(best.get(shares), drawn));
  const first = ({ shares, drawn }: L) => best.get(shares) ?? drawn;
  const sign = format === "ranks" ? -1 : 1;
  return lines.toSorted(
    (one, other) =>
      sign * (other.total - one.total) ||
      compare(first(one), first(other)) ||
      compare(one.drawn, other.drawn),
  );
}

export function publishPoints<L extends Pick<FrozenRow, "total">>(lines: L[], format: PointsFormat): L[] {
  if (format === "totals") return lines;
  const descending = lines.map(({ total }) => total).sort((one, other) => other - one);
  const ranks = new Map(descending.map((total, at) => [total, at + 1] as const).reverse());
  return lines.map((line) => ({ ...line, total: ranks.get(line.total) as number }));
}

type Numbered = Pick<FrozenRow, "position" | "reference">;

export async function getDrawNumber(
  { position, reference }: Numbered,
  count: number,
  drawn: DrawResult,
): Promise<string> {
  if (drawn.method === "numbers") return sha256(`${drawn.code}:${drawn.number}:${reference}`);
  const start = Number(drawn.number) % count;
  return String((position - 1 - start + count) % count).padStart(6, "0");
}

/** The SHA-256 of bytes, or of a text in UTF-8, in hex. */
export async function sha256(of: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof of === "string" ? new TextEncoder().encode(of) : of;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The round's list as CSV. These bytes are published and hashed before the draw (admission 3). */
export const formatListFile = (lines: FrozenRow[], format: PointsFormat): string =>
  [
    `position,reference,${format === "ranks" ? "rank" : "total"},shares`,
    ...lines.map(({ position, reference, total, shares }) => [position, reference, total, shares].join(",")),
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
const compare = (one: string, other: string) => Number(one > other) - Number(one < other);

const smaller = (one: string | undefined, other: string) => (one !== undefined && one < other ? one : other);
