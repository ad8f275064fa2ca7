import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createTones, DEFAULT_COLOR } from "./color-tones";
import { renderProductLogo } from "./product-logo";

const { light, dark } = createTones(DEFAULT_COLOR);
const file = (name: string) => readFile(`public/${name}`);

test("the icons are the product logo in the pages' colours; if not, run `npm run icons`", async () => {
  for (const [name, tones] of [
    ["icon.svg", light],
    ["icon-dark.svg", dark],
  ] as const)
    expect(String(await file(name))).toBe(
      renderProductLogo({ ground: tones.accent, ink: tones["on-accent"] }),
    );
  expect(JSON.parse(String(await file("manifest.webmanifest")))).toMatchObject({
    background_color: light.paper,
    theme_color: light.accent,
  });
});

test.each([
  ["apple-touch-icon.png", 180, 180],
  ["icon-192.png", 192, 192],
  ["icon-512.png", 512, 512],
  ["icon-maskable-512.png", 512, 512],
  ["share.png", 1200, 630],
])("%s has %i × %i pixels and less than 60 kB", async (name, width, height) => {
  const png = await file(name);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
  expect(png.length).toBeLessThan(60_000);
});
