import { readFile, writeFile } from "node:fs/promises";
import { chromium, type Page } from "@playwright/test";
import { renderToStaticMarkup } from "react-dom/server";
import { MusicStaff } from "@/components/layout/product-logo";
import { createTones, DEFAULT_COLOR, type Tones } from "@/lib/school/color-tones";
import { renderProductLogo } from "@/lib/school/product-logo";
import { runMain } from "@/server/run-main";
import { getBrowserLaunchOptions } from "./ensure-browser";

const { light, dark } = createTones(DEFAULT_COLOR);
const colors = (tones: Tones) => ({ ground: tones.accent, ink: tones["on-accent"] });

/** Rendered in a browser: file, width in pixels, and the logo's options. */
const PICTURES = [
  ["icon-192.png", 192, {}],
  ["icon-512.png", 512, {}],
  ["apple-touch-icon.png", 180, { corner: 0, scale: 0.88 }],
  ["icon-maskable-512.png", 512, { corner: 0, scale: 0.68 }],
] as const;

/** `npm run icons`: generates the icons in `public` from the product's logo and colour. */
await runMain(async () => {
  await save("icon.svg", renderProductLogo(colors(light)));
  await save("icon-dark.svg", renderProductLogo(colors(dark)));
  await save("manifest.webmanifest", await createManifest());

  const chrome = await chromium.launch(await getBrowserLaunchOptions());
  const page = await chrome.newPage();
  for (const [file, width, shape] of PICTURES)
    await save(file, await render(page, [width, width], renderProductLogo({ ...colors(light), ...shape })));
  await save("favicon.ico", toIco(await render(page, [32, 32], renderProductLogo(colors(light)))));
  await save("share.png", await render(page, [1200, 630], shareImage()));
  await chrome.close();
});

function save(file: string, content: string | Buffer) {
  return writeFile(`public/${file}`, content);
}

async function createManifest() {
  const current = await readFile("public/manifest.webmanifest", "utf8");
  const setColor = (text: string, name: string, color: string) =>
    text.replace(new RegExp(`("${name}": )"#\\w{6}"`), `$1"${color}"`);
  return setColor(setColor(current, "background_color", light.paper), "theme_color", light.accent);
}

async function render(page: Page, [width, height]: [number, number], html: string): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100% }</style>${html}`);
  return page.screenshot({ omitBackground: true });
}

/** The preview image of shared links: the home page's block without text, which differs by school. */
function shareImage() {
  return `<style>
    body { background: ${light.brand} }
    .mark { position: absolute; left: 84px; top: 215px; width: 200px }
    .staff { position: absolute; left: 330px; top: 127px; width: 840px; fill: none; stroke: ${light["on-brand"]}; stroke-linecap: round }
    .staff-lines { stroke: ${light["brand-line"]}; mask-image: linear-gradient(to right, transparent, #000 40%) }
    .staff-head { fill: ${light["on-brand"]} }
    .staff-spark { stroke: ${light.spark} }
    .staff-spark .staff-head { fill: ${light.spark} }
  </style>
  <div class="mark">${renderProductLogo({ ground: light.surface, ink: light.brand })}</div>
  ${renderToStaticMarkup(<MusicStaff />)}`;
}

/** An .ico file with one PNG of 32 pixels. */
function toIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // icons
  header.writeUInt16LE(1, 4); // one of them
  header.set([32, 32], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
