import { expect, test } from "vitest";
import { contrast } from "@/test/contrast";
import { palette } from "./palette";

const AA_TEXT = 4.5;
const AA_CONTROL = 3;

const pairs = [
  ...(["paper", "surface", "tint"] as const).flatMap((ground) =>
    (["ink", "muted", "accent", "accent-strong"] as const).map((text) => [text, ground, AA_TEXT] as const),
  ),
  ...(["paper", "surface", "danger-tint"] as const).map((ground) => ["danger", ground, AA_TEXT] as const),
  ["on-accent", "accent", AA_TEXT] as const,
  ["on-accent", "accent-strong", AA_TEXT] as const,
  ["line", "paper", AA_CONTROL] as const,
  ["line", "surface", AA_CONTROL] as const,
];

for (const theme of ["light", "dark"] as const) {
  test.each(pairs)(`W36: ${theme}: %s on %s has a contrast of %f`, (text, ground, least) => {
    expect(contrast(palette[theme][text], palette[theme][ground])).toBeGreaterThanOrEqual(least);
  });
}
