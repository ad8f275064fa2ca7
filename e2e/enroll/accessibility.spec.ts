import type { Locator } from "@playwright/test";
import { anAdult } from "@/test/support/data/factories";
import { type Enrollment, type FormInput, toFormInput } from "../support/answers";
import { expectAccessible } from "../support/checks/axe";
import { Wizard } from "../support/pages/wizard";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";
import { wrongAnswers } from "../support/wrong-answers";

// Point 36: each step, empty, with errors and filled in; dark with errors. Other languages: content/html.
test.setTimeout(600_000);

test("every step of a minor's enrollment is accessible (9, 36)", async ({ page, api }) => {
  const wizard = new Wizard(page);
  await checkSteps(wizard, aDetailedMinor(await api.getStudies()), [], ["student-more"]);
  await checkStartPages(wizard);
});

test("every step of an adult's enrollment is accessible (9, 36)", async ({ page, api }) => {
  await checkSteps(new Wizard(page), anAdult(await api.getStudies()), sharedSteps);
});

/** Steps with the same content for minors. */
const sharedSteps = ["birth-date", "specialities"];

test.describe("in a school of its own", () => {
  test.use({ freshSchool: true });

  test("the school year's step and the closed start page are accessible (1, 36)", async ({
    page,
    database,
  }) => {
    const wizard = new Wizard(page);
    await database.query("update school_years set start_enrollment = current_date - 1");
    await expect(async () => {
      await page.goto(wizard.url("/school-year"));
      await expect(page).toHaveURL(/school-year/, { timeout: 500 });
    }).toPass();
    await expectAccessible(page, "school-year, empty", "light");
    await wizard.expectErrors();
    await expectAccessible(page, "school-year, with errors");
    await expectErrorsInPlace(wizard);
    await wizard.form.locator("input[type=radio]").last().check();
    await expectAccessible(page, "school-year, filled in", "light");
    await database.query(
      "update school_years set start_enrollment = current_date + 30, end_enrollment = null",
    );
    await expect(async () => {
      await page.goto(wizard.url());
      await expect(wizard.main.locator("form, a[href*='/enroll/']")).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await expectAccessible(page, "closed start page");
  });
});

/** Checks each step except those of another journey. */
async function checkSteps(
  wizard: Wizard,
  enrollment: Enrollment,
  skippedSteps: string[] = [],
  optionalSteps: string[] = [],
) {
  const titles: string[] = [];
  await wizard.start();
  await wizard.walkTo("check", enrollment, async () => {
    const hasOwnTitle = async () => ![...titles, ""].includes(await wizard.page.title());
    await expect.poll(hasOwnTitle, "titles are unique (W7), and set after the content").toBe(true);
    titles.push(await wizard.page.title());
    if (!skippedSteps.includes(wizard.step())) await checkStep(wizard, enrollment);
  });
  for (const step of optionalSteps) {
    await wizard.page.goto(wizard.url(`/${step}?from=check`));
    await checkStep(wizard, enrollment);
    await wizard.continue();
  }
  await checkStep(wizard, enrollment);

  await checkPage(wizard, wizard.url()); // where an enrollment begun can be gone on with
  await checkPage(wizard, wizard.url("/delete"));
  await wizard.page.goto(wizard.url("/check"));
  await wizard.submit();
  await expectAccessible(wizard.page, "done");
}

async function checkStartPages(wizard: Wizard) {
  await checkPage(wizard, wizard.url());
  await checkPage(wizard, wizard.url("?deleted=yes"));
  await wizard.page.context().clearCookies();
  await checkPage(wizard, wizard.url());
}

async function checkPage({ page }: Wizard, address: string) {
  await page.goto(address);
  await expectAccessible(page, address);
}

async function checkStep(wizard: Wizard, enrollment: Enrollment) {
  const { page } = wizard;
  const step = wizard.step();
  await expectAccessible(page, `${step}, empty`, "light");
  await fillWrongAnswers(wizard, step);
  await wizard.expectErrors();
  await expectAccessible(page, `${step}, with errors`);
  await expectErrorsInPlace(wizard);
  for (const [name, value] of Object.entries(otherBranchAnswers[step] ?? {})) {
    if (!(await wizard.controlNames()).includes(name)) continue; // an adult's address is nobody else's
    await wizard.fill(name, value);
    await expectAccessible(page, `${step}, ${value}`, "light");
  }
  await wizard.answer(toFormInput(enrollment));
  await expectAccessible(page, `${step}, filled in`, "light");
}

/** Input for the page's other branches. */
const otherBranchAnswers: Record<string, FormInput> = {
  "student-name": { has_second_guardian: "no" },
  "student-more": { student_same_address: "on" },
};

async function fillWrongAnswers(wizard: Wizard, step: string) {
  const names = await wizard.controlNames();
  for (const [name, value] of Object.entries(wrongAnswers[step] ?? {})) {
    if (!names.includes(name)) continue;
    await wizard.openDetails(name);
    if (value === "first") await wizard.control(name).selectOption({ index: 1 });
    else if (value === "unlisted") await selectUnlisted(wizard.control(name));
    else await wizard.fill(name, value);
  }
}

/** As if a speciality was withdrawn while the page was open. */
const selectUnlisted = (list: Locator) =>
  list.evaluate((select) => {
    (select as HTMLSelectElement).add(new Option("Theremín", "999999", true, true));
  });

/** Point 9: the summary above the heading has focus, the field's texts and links. */
async function expectErrorsInPlace({ page, main }: Wizard) {
  await expect(main.locator("[data-error-summary]")).toBeFocused();
  const entries = main.locator("[data-error-summary] li a");
  await expect(entries).not.toHaveCount(0);
  const targets = await entries.evaluateAll(clickErrorLinks);
  for (const { text, errorText, invalid, focused } of targets)
    expect({ invalid, errorText, focused }, text).toEqual({
      invalid: "true",
      errorText: expect.stringContaining(text),
      focused: true,
    });
  const order = targets.map(({ position }) => position);
  expect(order, "in page order").toEqual([...order].sort((a, b) => a - b));
  await expect(page).toHaveTitle(/^Error: /);
  const [first] = targets;
  if (!first) return;
  await entries.first().click(); // nothing covers it
  await expect(main.locator(first.href)).toBeFocused();
}

/** Clicks all links in one call, because a walk has fifty of them; returns their targets. */
const clickErrorLinks = (links: Element[]) =>
  links.map((link) => {
    const [href, text] = [link.getAttribute("href") ?? "", link.textContent ?? ""];
    const target = document.querySelector(`main ${href}`);
    const described = target?.getAttribute("aria-describedby")?.split(" ") ?? [];
    const error = document.getElementById(described.find((id) => id.endsWith("-error")) ?? "");
    (link as HTMLElement).click();
    return {
      href,
      text,
      position: target ? [...document.querySelectorAll("main [id]")].indexOf(target) : -1,
      invalid: target?.getAttribute("aria-invalid"),
      errorText: error?.textContent,
      focused: target !== null && document.activeElement === target,
    };
  });
