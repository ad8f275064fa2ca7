import { expect, test } from "vitest";
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

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
