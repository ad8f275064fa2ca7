import { expect, test } from "vitest";
import { getContrastRatio } from "@/test/support/http/contrast";
import { createTones, DEFAULT_COLOR, type Tones, themeColors, toHex } from "./color-tones";

type Tone = keyof Tones;

// Calculated by another program (desk 30): OKLCH after Ottosson, hue of the school, lightness of the role.
test.each([
  [
    DEFAULT_COLOR,
    "light",
    { accent: "#00605c", tint: "#e5f5f3", soft: "#6abbb7", brand: "#01413f", ink: "#221f19" },
  ],
  [
    DEFAULT_COLOR,
    "dark",
    { accent: "#7fd2cd", tint: "#13302e", soft: "#36837f", brand: "#003230", ink: "#efece7" },
  ],
  [
    DEFAULT_COLOR,
    "light",
    { paper: "#f8f7f4", surface: "#ffffff", muted: "#5c584f", line: "#87837a", hairline: "#e2dfda" },
  ],
  [
    DEFAULT_COLOR,
    "dark",
    { paper: "#161512", surface: "#201f1c", muted: "#b7b2a9", line: "#807d77", hairline: "#373531" },
  ],
  [
    DEFAULT_COLOR,
    "light",
    { ok: "#015d2d", wait: "#6b4300", danger: "#900f21", info: "#0e4f86", "on-accent": "#ffffff" },
  ],
  [
    DEFAULT_COLOR,
    "dark",
    { ok: "#9cddad", wait: "#edc28d", danger: "#feb5b1", info: "#a2cffe", "on-accent": "#171208" },
  ],
] as const)("desk 30: %s gives in the %s theme %o", (color, theme, tones) => {
  expect(createTones(color)[theme]).toMatchObject(tones);
});

test("desk 30: a school without colour gets greys", () => {
  for (const theme of ["light", "dark"] as const)
    for (const tone of ["accent", "tint", "brand", "soft"] as const)
      expect(createTones("#777777")[theme][tone]).toMatch(/^#(..)\1\1$/);
});

test("desk 30: a logo has a white background in both themes, the browser's bar the header's colour", () => {
  expect(createTones(DEFAULT_COLOR)).toMatchObject({
    light: { logo: "transparent" },
    dark: { logo: "#ffffff" },
  });
  expect(themeColors).toEqual([
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#201f1c" },
  ]);
});

// Values of CSS Color 4 in OKLCH.
test.each([
  [0.62796, 0.25768, 29.234, "#ff0000"],
  [0.86644, 0.29483, 142.495, "#00ff00"],
  [0.45201, 0.31321, 264.052, "#0000ff"],
  [0.96798, 0.21101, 109.77, "#ffff00"],
])(
  "the most chromatic colours of sRGB keep their chroma: %d %d %d is %s",
  (lightness, chroma, hue, color) => {
    expect(toHex(lightness, chroma, hue)).toBe(color);
  },
);

const AA_TEXT = 4.5;
const AAA_TEXT = 7;
const AA_CONTROL = 3;

/** Foreground, background and required contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
const pairs: [Tone, Tone, number][] = [
  ...(["paper", "surface", "sunken", "tint"] as const).flatMap((ground): [Tone, Tone, number][] => [
    ["ink", ground, AAA_TEXT],
    ["muted", ground, AA_TEXT],
    ["accent", ground, AA_TEXT],
    ["accent-strong", ground, AA_TEXT],
  ]),
  ["on-accent", "accent", AA_TEXT],
  ["on-accent", "accent-strong", AA_TEXT],
  ["on-brand", "brand", AAA_TEXT],
  ["on-brand-muted", "brand", AA_TEXT],
  ["spark", "brand", AA_CONTROL],
  ["on-spark", "spark", AA_TEXT],
  ["line", "surface", AA_CONTROL],
  ["line", "paper", AA_CONTROL],
  ...(["ok", "wait", "danger", "info"] as const).flatMap((state): [Tone, Tone, number][] => [
    [state, `${state}-tint`, AA_TEXT],
    [state, "surface", AA_TEXT],
    [state, "paper", AA_TEXT],
    ["ink", `${state}-tint`, AAA_TEXT],
  ]),
  ["surface", "danger", AA_TEXT],
];

test("desk 30: every colour of a school has enough contrast in both themes: 120 hues, 4 chromas, 3 lightnesses", () => {
  const failing: string[] = [];
  let checked = 0;
  for (let hue = 0; hue < 360; hue += 3)
    for (const chroma of [0, 0.05, 0.12, 0.2])
      for (const lightness of [0.3, 0.6, 0.85]) {
        const color = toHex(lightness, chroma, hue);
        for (const [theme, tones] of Object.entries(createTones(color)) as ["light" | "dark", Tones][])
          for (const [text, ground, minRatio] of pairs) {
            checked++;
            if (!(getContrastRatio(tones[text], tones[ground]) >= minRatio))
              failing.push([color, theme, text, "on", ground].join(" "));
          }
      }
  expect(failing).toEqual([]);
  expect(checked).toBe(120 * 4 * 3 * 2 * pairs.length);
});
