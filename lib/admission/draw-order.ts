/** What a round's lists publish of points: each total, or its rank alone where totals tell too much. */
export const pointsFormats = ["totals", "ranks"] as const;
export type PointsFormat = (typeof pointsFormats)[number];

/** A line of a round's list as it was frozen (admission 3). */
export type FrozenRow = {
  position: number;
  reference: string;
  /** What is published of its points: their total, or their rank, 1 for the most. */
  total: number;
  /** Brothers and sisters who share the better of their numbers carry the same word; empty for everybody else. */
  shares: string;
};

/** `numbers`: everybody gets a number of their own; `start`: the list is gone through from a line on. */
export const drawMethods = ["numbers", "start"] as const;
export type DrawMethod = (typeof drawMethods)[number];

/** What was drawn: the round's code, and the number's digits with their leading zeros. */
export type DrawResult = { code: string; number: string; method: DrawMethod; publishedPoints: PointsFormat };

/** A line with its number in the draw: the lower goes first. */
type DrawnRow = FrozenRow & { drawn: string };

/**
 * A frozen list in the order of points, then of the draw (admission 4). Whoever has the list and the number can do the
 * same: `recompute.py`. Runs in browsers too.
 */
export async function sortByDraw(lines: FrozenRow[], drawn: DrawResult): Promise<DrawnRow[]> {
  const numbers = await Promise.all(lines.map((line) => getDrawNumber(line, lines.length, drawn)));
  return sortByPoints(
    lines.map((line, at) => ({ ...line, drawn: numbers[at] as string })),
    drawn.publishedPoints,
  );
}

type Ordered = Pick<DrawnRow, "total" | "shares" | "drawn">;

/** The same of lines whose numbers are known. */
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

/** Lines with what is published of their totals. */
export function publishPoints<L extends Pick<FrozenRow, "total">>(lines: L[], format: PointsFormat): L[] {
  if (format === "totals") return lines;
  const descending = lines.map(({ total }) => total).sort((one, other) => other - one);
  const ranks = new Map(descending.map((total, at) => [total, at + 1] as const).reverse());
  return lines.map((line) => ({ ...line, total: ranks.get(line.total) as number }));
}

type Numbered = Pick<FrozenRow, "position" | "reference">;

/** What a line gets in the draw, out of a list of so many. */
export async function getDrawNumber(
  { position, reference }: Numbered,
  count: number,
  drawn: DrawResult,
): Promise<string> {
  if (drawn.method === "numbers") return sha256(`${drawn.code}:${drawn.number}:${reference}`);
  const start = Number(drawn.number) % count;
  return String((position - 1 - start + count) % count).padStart(6, "0");
}

/** The SHA-256 of a text as UTF-8 or of bytes, in hex. */
export async function sha256(of: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof of === "string" ? new TextEncoder().encode(of) : of;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A round's list as the file that is published and whose bytes are hashed before the draw (admission 3). */
export const formatListFile = (lines: FrozenRow[], format: PointsFormat): string =>
  [
    `position,reference,${format === "ranks" ? "rank" : "total"},shares`,
    ...lines.map(({ position, reference, total, shares }) => [position, reference, total, shares].join(",")),
  ]
    .map((line) => `${line}\n`)
    .join("");

/** The lines of such a file. */
export const parseListFile = (file: string): FrozenRow[] =>
  file
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [position, reference = "", total, shares = ""] = line.split(",");
      return { position: Number(position), reference, total: Number(total), shares };
    });

/** Compares as bytes do: digits and letters of hex have no locale. */
const compare = (one: string, other: string) => Number(one > other) - Number(one < other);

const smaller = (one: string | undefined, other: string) => (one !== undefined && one < other ? one : other);
