import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { test } from "../support/test";
import { PICTURE_TEXTS_FILE, readPageText, walkPages } from "./walk-pages";

const PICTURES_FOLDER = path.resolve("docs/pictures");
/** Steps of the form; `docs/pictures` has some of them in one picture. */
const STEPS_FOLDER = path.resolve("test-results/pictures");

test.use({ freshSchool: true });

test("pictures of the form and the desk", async ({ page, wizard, api, school, browser }) => {
  await mkdir(STEPS_FOLDER, { recursive: true });
  const textHashes: Record<string, string> = {};
  await walkPages({ page, wizard, api, school }, async (name) => {
    await page.mouse.move(0, 0);
    if (name.startsWith("desk-"))
      await page.screenshot({ path: path.join(PICTURES_FOLDER, `${name}.jpg`), type: "jpeg", quality: 70 });
    else await page.screenshot({ path: path.join(STEPS_FOLDER, `${name}.png`), fullPage: true });
    textHashes[name] = await readPageText(page);
  });
  await drawStrip(browser, path.join(PICTURES_FOLDER, "wizard.jpg"));
  await writeFile(PICTURE_TEXTS_FILE, `${JSON.stringify(textHashes, null, 2)}\n`);
});

const README_STEPS = ["start", "birth-date", "guardian-name-errors", "specialities", "check", "done"];

/** One image of the journey on a phone. */
async function drawStrip(browser: Browser, file: string) {
  const images = await Promise.all(
    README_STEPS.map(async (step) => {
      const picture = await readFile(path.join(STEPS_FOLDER, `${step}.png`));
      return `<img src="data:image/png;base64,${picture.toString("base64")}">`;
    }),
  );
  const page = await browser.newPage({ viewport: { width: 1200, height: 100 } });
  await page.setContent(`<!doctype html><style>
    body { margin: 0; padding: 12px; display: flex; align-items: start; gap: 12px; background: #e2dfda }
    img { flex: 1; min-width: 0; aspect-ratio: 9 / 18; object-fit: cover; object-position: top; border-radius: 10px }
    </style>${images.join("")}`);
  await page.screenshot({ path: file, type: "jpeg", quality: 60, fullPage: true });
  await page.close();
}
