import { createHash } from "node:crypto";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { aDni } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import type { Wizard } from "../support/pages/wizard";
import { aDetailedMinor } from "../support/people";

/** The pages of `docs/pictures` by name, for taking and checking them. */
export async function walkSteps(
  wizard: Wizard,
  studies: Parameters<typeof aDetailedMinor>[0],
  takePicture: (name: string) => Promise<void>,
) {
  const minor = aDetailedMinor({ ...studies, student_document: `X${aDni().slice(0, 7)}` });
  const answers = toFormInput(minor);
  await wizard.page.goto("/");
  await wizard.page.evaluate(() => document.fonts.ready.then(() => undefined));
  await wizard.page.goto("/"); // late fonts appear on the next page
  await takePicture("welcome");
  await wizard.page.goto(wizard.url());
  await takePicture("start");
  await wizard.start();
  await wizard.walkTo("check", minor, async () => {
    const step = wizard.step();
    if (step === "guardian-name") {
      await wizard.expectErrors();
      await takePicture(`${step}-errors`);
    }
    await wizard.answer(answers);
    if (step === "specialities") await waitForCourses(wizard);
    await takePicture(step);
  });
  await wizard.fill("terms_and_conditions", "on");
  await takePicture("check");
  await wizard.submit();
  await takePicture("done");
}

/** Waits until the courses match the selected instrument. */
async function waitForCourses(wizard: Wizard) {
  const selected = wizard.control("student_speciality_option1").locator("option:checked");
  await expect(wizard.form).toContainText(`a la semana: ${(await selected.innerText()).toLowerCase()}`);
}

/** A hash of each picture's texts. */
export const PICTURE_TEXTS_FILE = path.resolve("docs/pictures/words.json");

/** Visible text without values that change: addresses, numbers, days. */
export async function readPageText(page: Page): Promise<string> {
  const text = await page.locator("body").innerText();
  const stableText = text
    .replace(/\S+@\S+/g, "@")
    .replace(/\b[A-Z]?\d[\w.,:/-]*/g, "0")
    .replace(/\b[34679ACDEFGHJKMNPQRTUWXY]{4}\s*[34679ACDEFGHJKMNPQRTUWXY]{4}\b/g, "0")
    .replace(MONTHS, "mes")
    .replace(/\s+/g, " ");
  return createHash("sha256").update(stableText).digest("hex").slice(0, 16);
}

const MONTHS =
  /\b(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b/gi;
