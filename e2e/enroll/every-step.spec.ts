import { type Enrollment, toFormInput } from "../support/answers";
import {
  expectBorders,
  expectFocusIndicator,
  expectSelectedDistinct,
  listAnimations,
} from "../support/checks/colors-and-motion";
import type { Wizard } from "../support/pages/wizard";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";

// One walk with every check that applies to all pages.

test("every step has one question as heading and asks nothing twice, has autocomplete only for the user, respects reduced motion, and keeps contrast in forced colours (20, 24, 43, 3.3.7, W37)", async ({
  wizard,
  page,
  api,
}) => {
  const minor = aDetailedMinor(await api.getStudies());
  const tokens: [name: string, autocomplete: string | null][] = [];
  await wizard.start();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await listAnimations(page), "colours change softly otherwise").not.toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
  const checkPage = async () => {
    await expect(page).toHaveTitle(/^(?!Error).* – Escuela de Música Matrícula$/);
    await expect(wizard.errors, "nothing is wrong before anything is touched (W8)").toHaveCount(0);
    await expectOneQuestion(wizard);
    await expect(wizard.form, "required fields carry no asterisk (W24)").not.toContainText("*");
    if (wizard.step() === "specialities") await expect(wizard.form).toContainText("(opcional)");
    for (const name of await wizard.controlNames())
      tokens.push([name, await wizard.control(name).first().getAttribute("autocomplete")]);
    await expectContrastAndFocus(wizard, minor);
  };
  await wizard.walkTo("check", minor, checkPage);
  await page.goto(wizard.url("/student-more?from=check"));
  await checkPage();
  await page.goto(wizard.url("/check"));
  expect(await listAnimations(page), "check answers").toEqual([]);
  await wizard.expectErrors();
  await expectBorders(wizard.main.locator("[data-error-summary]"), "the error summary");
  const names = tokens.map(([name]) => name);
  expect(names, "nothing is asked for twice").toEqual([...new Set(names)]);
  expect(Object.fromEntries(tokens)).toMatchObject({
    guardian_name: "given-name",
    guardian_surname: "family-name",
    guardian_email: "email",
    guardian_phone: "tel-national",
    guardian_address: "address-line1",
    guardian_zip_code: "postal-code",
    ...Object.fromEntries(childFields.map((field) => [`student_${field}`, "off"])),
  });

  await page.goto(wizard.url());
  await wizard.main.locator(`a[href="${wizard.url("/check")}"]`).click();
  for (const value of Object.values(minor)) {
    if (typeof value === "string" && /[@\d]{3}/.test(value) && !/-/.test(value))
      await expect(wizard.main, "after going back").toContainText(value);
  }
});

const childFields = ["name", "surname", "email", "phone", "address", "zip_code", "city"];

async function expectOneQuestion({ heading, form, main }: Wizard) {
  const question = ((await heading.textContent()) ?? "").replace("(opcional)", "").trim();
  const labels = await form.locator("legend, label").allTextContents();
  const matching = labels.filter((label) => label.replace("(opcional)", "").trim() === question);
  expect(matching.length, question).toBeLessThanOrEqual(1);
  if (matching.length === 1) await expect(form.locator("h1")).toHaveCount(1);
  expect(await main.locator("h1").count()).toBe(1);
}

async function expectContrastAndFocus(wizard: Wizard, minor: Enrollment) {
  const { page, form } = wizard;
  const step = wizard.step();
  expect(await listAnimations(page), step).toEqual([]);
  await expectBorders(
    form.locator(
      "button[type=submit], input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea",
    ),
    step,
  );
  await wizard.answer(toFormInput(minor));
  await expectSelectedDistinct(form, step);
  await page.keyboard.press("Tab");
  await expectFocusIndicator(page, step);
}
