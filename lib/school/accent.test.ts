import { expect, test } from "vitest";
import { palette } from "@/components/ui/palette";
import { contrast } from "@/test/contrast";
import { accentsOf, HOUSE_COLOR } from "./accent";

const levels = ["00", "40", "80", "c0", "ff"];
const colors = levels.flatMap((red) =>
  levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)),
);

test("desk 30: the house's own colour is the palette's", () => {
  for (const theme of ["light", "dark"] as const)
    expect(palette[theme]).toMatchObject(accentsOf(HOUSE_COLOR)[theme]);
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
