import { expect, test } from "vitest";
import { palette } from "@/components/ui/palette";
import { contrast } from "@/test/contrast";
import { accentsOf, HOUSE_COLOR } from "./accent";

const levels = ["00", "40", "80", "c0", "ff"];
const colors = levels.flatMap((red) =>
  levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)),
);

test("desk 30: the house's own colour is the palette's", () => {
  for (const theme of ["light", "dark"] as const) {
    const { accent, "accent-strong": strong, "on-accent": on, tint } = palette[theme];
    expect(accentsOf(HOUSE_COLOR)[theme]).toEqual({ accent, "accent-strong": strong, "on-accent": on, tint });
  }
});

test("desk 30: whatever colour a school has, words and buttons can be read in both themes (AA)", () => {
  const failing = colors.flatMap((color) =>
    (["light", "dark"] as const).flatMap((theme) => {
      const tokens: Record<string, string> = { ...palette[theme], ...accentsOf(color)[theme] };
      const pairs = [
        ...["paper", "surface", "tint"].flatMap((ground) =>
          ["accent", "accent-strong", "ink", "muted"].map((text) => [text, ground] as const),
        ),
        ["on-accent", "accent"] as const,
        ["on-accent", "accent-strong"] as const,
      ];
      return pairs
        .filter(([text, ground]) => contrast(String(tokens[text]), String(tokens[ground])) < 4.5)
        .map((pair) => [color, theme, ...pair].join(" "));
    }),
  );
  expect(failing).toEqual([]);
});

test("desk 30: a colour that can be read stays as it is", () => {
  expect(accentsOf("#a3211b").light.accent).toBe("#a3211b");
  expect(accentsOf("#ffcc00").dark.accent).toBe("#ffcc00");
  expect(accentsOf("#ffcc00").light.accent).not.toBe("#ffcc00");
});

// Reckoned apart, from WCAG 2.2 (1.4.3) and docs/decisions/064-one-colour.md: mixed in hundredths until it has 4.5 on every ground.
test.each([
  ["#a3211b", "light", "#a3211b", "#721713", "#ffffff", "#f7e9e5"],
  ["#a3211b", "dark", "#cb807d", "#dba6a4", "#171411", "#382a26"],
  ["#ffcc00", "light", "#856a00", "#5d4a00", "#ffffff", "#f4f0e3"],
  ["#ffcc00", "dark", "#ffcc00", "#ffdb4d", "#171411", "#3f3515"],
  ["#3366cc", "light", "#3366cc", "#24478f", "#ffffff", "#edeff5"],
  ["#3366cc", "dark", "#7094db", "#9bb4e6", "#171411", "#2b2d33"],
  ["#000000", "light", "#000000", "#000000", "#ffffff", "#e8e6e3"],
  ["#000000", "dark", "#949494", "#b4b4b4", "#171411", "#302d29"],
  ["#ffffff", "light", "#6b6b6b", "#4b4b4b", "#ffffff", "#f2f0ec"],
  ["#ffffff", "dark", "#ffffff", "#ffffff", "#171411", "#3f3c38"],
] as const)("desk 30: of %s becomes in the %s theme %s", (color, theme, accent, strong, on, tint) => {
  expect(accentsOf(color)[theme]).toEqual({ accent, "accent-strong": strong, "on-accent": on, tint });
});
