import { createHash } from "node:crypto";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { aDni } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import type { ApiClient } from "../support/api-client";
import { runCommand } from "../support/pages/desk-pages";
import { openDesk } from "../support/pages/desk-session";
import type { Wizard } from "../support/pages/wizard";
import { aDetailedMinor } from "../support/people";
import type { School } from "../support/servers/school";

type Visit = { page: Page; wizard: Wizard; api: ApiClient; school: School };
type TakePicture = (name: string) => Promise<void>;

/** Opens the pages of `docs/pictures`, for taking and checking them. */
export async function walkPages({ page, wizard, api, school }: Visit, takePicture: TakePicture) {
  await page.setViewportSize({ width: 360, height: 780 });
  await walkSteps(wizard, await api.getStudies(), takePicture);
  await page.setViewportSize({ width: 1280, height: 800 });
  await walkDesk(page, school, (name) => takePicture(`desk-${name}`));
}

async function walkSteps(
  wizard: Wizard,
  studies: Parameters<typeof aDetailedMinor>[0],
  takePicture: TakePicture,
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

/** The desk with forty families of the demo school and then a round. */
async function walkDesk(page: Page, school: School, takePicture: TakePicture) {
  const openAndTake = async (name: string, address: string) => {
    await page.goto(`/en/desk${address}`);
    await takePicture(name);
  };
  await runCommand(school, "demo", "enrollments", "40");
  await openDesk(page.context(), school, "admin");
  await page.goto("/en/desk/enrollments");
  const reference = await page.locator("main tbody input[name=row]").first().inputValue();
  const record = `/enrollments/${reference}`;
  await openAndTake("home", "");
  await openAndTake("list", `/enrollments?open=${reference}`);
  await openAndTake("record", record);
  await openAndTake("decide", `${record}/decide/accepted`);
  await openAndTake("waiting-list", "/waiting-list");
  await openAndTake("places", "/places");
  await openAndTake("catalogue", "/catalogue");
  await openAndTake("mail", "/mail");
  await runCommand(school, "demo", "round", "60");
  await openAndTake("round", "/round");
}

/** Waits until the courses match the selected instrument. */
async function waitForCourses(wizard: Wizard) {
  const selected = wizard.control("student_speciality_option1").locator("option:checked");
  await expect(wizard.form).toContainText(`a la semana: ${(await selected.innerText()).toLowerCase()}`);
}

/** A hash of each picture's texts. */
export const PICTURE_TEXTS_FILE = path.resolve("docs/pictures/words.json");

/** Visible text without values that change: addresses, numbers, days. At the desk, menu and columns: families differ. */
export async function readPageText(page: Page): Promise<string> {
  const isDesk = new URL(page.url()).pathname.includes("/desk");
  const text = (await page.locator(isDesk ? "nav a, thead th" : "body").allInnerTexts()).join(" ");
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
