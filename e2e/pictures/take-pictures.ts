import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { test } from "../support/test";
import { PICTURE_TEXTS_FILE, readPageText, walkSteps } from "./walk-steps";

/** All pictures; `docs/pictures` keeps one sheet per width and theme. */
const PICTURES_FOLDER = path.resolve("test-results/pictures");
const SHEETS_FOLDER = path.resolve("docs/pictures");

const widths = { 360: 780, 768: 1024, 1280: 800 };

for (const [width, height] of Object.entries(widths)) {
  for (const colorScheme of ["light", "dark"] as const) {
    const name = `${width}-${colorScheme}`;
    test.describe(name, () => {
      test.use({ viewport: { width: Number(width), height }, colorScheme });

      test(`pictures of every step, ${name}`, async ({ wizard, page, api, browser }) => {
        const folder = path.join(PICTURES_FOLDER, name);
        await mkdir(folder, { recursive: true });
        let count = 0;
        const takePicture = async (step: string) => {
          await page.mouse.move(0, 0);
          const file = `${String(++count).padStart(2, "0")}-${step}.png`;
          await page.screenshot({ path: path.join(folder, file), fullPage: true });
        };
        const textHashes: Record<string, string> = {};
        await walkSteps(wizard, await api.getStudies(), async (step) => {
          await takePicture(step);
          textHashes[step] = await readPageText(page);
        });
        await drawSheet(browser, folder, Number(width), path.join(SHEETS_FOLDER, `${name}.jpg`));
        if (name !== "360-light") return;
        await drawStrip(browser, folder, path.join(SHEETS_FOLDER, "wizard.jpg"));
        await writeFile(PICTURE_TEXTS_FILE, `${JSON.stringify(textHashes, null, 2)}\n`);
      });
    });
  }
}

const COLUMNS: Record<number, number> = { 360: 7, 768: 5, 1280: 4 };

/** A folder's pictures in one scaled image. */
async function drawSheet(browser: Browser, folder: string, width: number, file: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".png")).sort();
  const figures = await Promise.all(
    names.map(
      async (name) =>
        `<figure>${await toImage(folder, name)}<figcaption>${name.slice(3, -4)}</figcaption></figure>`,
    ),
  );
  await draw(
    browser,
    file,
    figures,
    `
    body { margin: 16px; background: #8a8a8a; font: 13px system-ui; columns: ${COLUMNS[width]}; column-gap: 12px }
    figure { margin: 0 0 12px; break-inside: avoid }
    img { display: block; width: 100% }
    figcaption { padding: 4px; color: #fff; background: #333 }`,
  );
}

const README_STEPS = ["start", "birth-date", "guardian-name-errors", "specialities", "check", "done"];

/** One image of the journey on a phone. */
async function drawStrip(browser: Browser, folder: string, file: string) {
  const names = await readdir(folder);
  const images = await Promise.all(
    README_STEPS.map((step) => toImage(folder, names.find((name) => name.slice(3, -4) === step) ?? step)),
  );
  await draw(
    browser,
    file,
    images,
    `
    body { margin: 0; padding: 12px; display: flex; align-items: start; gap: 12px; background: #e2dfda }
    img { flex: 1; min-width: 0; aspect-ratio: 9 / 18; object-fit: cover; object-position: top; border-radius: 10px }`,
  );
}

const toImage = async (folder: string, name: string) =>
  `<img src="data:image/png;base64,${(await readFile(path.join(folder, name))).toString("base64")}">`;

async function draw(browser: Browser, file: string, elements: string[], style: string) {
  await mkdir(path.dirname(file), { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1200, height: 100 } });
  await page.setContent(`<!doctype html><style>${style}</style>${elements.join("")}`);
  await page.screenshot({ path: file, type: "jpeg", quality: 60, fullPage: true });
  await page.close();
}
