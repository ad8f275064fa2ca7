import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  drawMethods,
  formatListFile,
  parseListFile,
  pointsFormats,
  publishPoints,
  sha256,
  sortByDraw,
} from "./draw-order";
import { createRecomputeProgram } from "./queries";

const hasPython = (() => {
  try {
    execFileSync("python3", ["--version"]);
    return true;
  } catch {
    return false;
  }
})();

test
  .runIf(hasPython)
  .each(drawMethods.flatMap((method) => pointsFormats.map((format) => ({ method, format }))))(
  "admission 7: the published Python program computes the same hash and order, by $method and from $format",
  async ({ method, format }) => {
    const scored = Array.from({ length: 312 }, (_, index) => ({
      position: index + 1,
      reference: `K${(index * 104729).toString(36).toUpperCase()}`,
      total: (index * 31) % 6,
      shares: index % 40 === 7 ? String(Math.floor(index / 80) + 1) : "",
    }));
    const rows = publishPoints(scored, format);
    const corrected: Record<string, number> = { [rows[5]?.reference ?? ""]: format === "ranks" ? 1 : 9 };
    const folder = mkdtempSync(join(tmpdir(), "round-"));
    try {
      writeFileSync(join(folder, "list.csv"), formatListFile(rows, format));
      const draw = { code: "2027-mayo", number: "048275916", method, publishedPoints: format };
      const program = createRecomputeProgram(draw, corrected);
      expect(program.trimEnd().split("\n")).toHaveLength(10);
      const [hash, ...order] = execFileSync("python3", ["-c", program], { cwd: folder, encoding: "utf8" })
        .trimEnd()
        .split("\n");
      expect(hash).toBe(await sha256(formatListFile(rows, format)));
      const read = parseListFile(formatListFile(rows, format)).map((line) => ({
        ...line,
        total: corrected[line.reference] ?? line.total,
      }));
      const expected = (await sortByDraw(read, draw)).map(
        ({ reference, total }, index) => `${index + 1} ${reference} ${total}`,
      );
      expect(order).toEqual(expected);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
