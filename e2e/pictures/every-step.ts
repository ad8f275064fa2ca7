import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { aDni } from "@/test/factories";
import { answersOf } from "../support/answers";
import { aDetailedMinor } from "../support/people";
import { test } from "../support/test";
import type { Wizard } from "../support/wizard";

/** Every picture goes here, for looking at; `docs/pictures` keeps one sheet of each width and theme. */
const ALL = path.resolve("test-results/pictures");
const KEPT = path.resolve("docs/pictures");

const widths = { 360: 780, 768: 1024, 1280: 800 };

for (const [width, height] of Object.entries(widths)) {
  for (const colorScheme of ["light", "dark"] as const) {
    const name = `${width}-${colorScheme}`;
    test.describe(name, () => {
      test.use({ viewport: { width: Number(width), height }, colorScheme });

      test(`pictures of every step, ${name}`, async ({ wizard, page, api, browser }) => {
        const folder = path.join(ALL, name);
        await mkdir(folder, { recursive: true });
        let count = 0;
        const take = async (what: string) => {
          await page.mouse.move(0, 0);
          const file = `${String(++count).padStart(2, "0")}-${what}.png`;
          await page.screenshot({ path: path.join(folder, file), fullPage: true });
        };
        await page.goto("/");
        await take("welcome");
        await walk(wizard, await api.studies(), take);
        await sheet(browser, folder, Number(width), path.join(KEPT, `${name}.jpg`));
      });
    });
  }
}

type Take = (what: string) => Promise<void>;

async function walk(wizard: Wizard, studies: Parameters<typeof aDetailedMinor>[0], take: Take) {
  const minor = aDetailedMinor({
    ...studies,
    student_document: `X${aDni().slice(0, 7)}`,
  });
  const answers = answersOf(minor);
  await wizard.page.goto(wizard.url());
  await take("start");
  await wizard.start();
  await wizard.walkTo("check", minor, async () => {
    const step = wizard.step();
    if (step === "guardian-name") {
      await wizard.continueInVain();
      await take(`${step}-errors`);
    }
    await wizard.answer(answers);
    await take(step);
  });
  await wizard.put("terms_and_conditions", "on");
  await take("check");
  await wizard.send();
  await take("done");
}

/** All pictures of a folder beside each other, small enough to be kept. */
async function sheet(browser: Browser, folder: string, width: number, file: string) {
  await mkdir(path.dirname(file), { recursive: true });
  const names = (await readdir(folder)).filter((name) => name.endsWith(".png")).sort();
  const images = await Promise.all(
    names.map(async (name) => {
      const data = (await readFile(path.join(folder, name))).toString("base64");
      return `<figure><img src="data:image/png;base64,${data}"><figcaption>${name.slice(3, -4)}</figcaption></figure>`;
    }),
  );
  const columns = { 360: 7, 768: 5, 1280: 4 }[width] ?? 4;
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  await page.setContent(`<style>
    body { margin: 16px; background: #8a8a8a; font: 13px system-ui; columns: ${columns}; column-gap: 12px }
    figure { margin: 0 0 12px; break-inside: avoid }
    img { display: block; width: 100% }
    figcaption { padding: 4px; color: #fff; background: #333 }
  </style>${images.join("")}`);
  await page.screenshot({ path: file, type: "jpeg", quality: 50, fullPage: true });
  await page.close();
}
