import type { FrozenRow } from "./order";

const HEADINGS = "position,reference,total,shares";

/** A round's list as the file that is published and whose bytes are hashed before the draw (admission 3). */
export const formatListFile = (lines: FrozenRow[]): string =>
  [
    HEADINGS,
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
