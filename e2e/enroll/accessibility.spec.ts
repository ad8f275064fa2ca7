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
  await lookAtSteps(wizard, aDetailedMinor(await api.getStudies()), [], ["student-more"]);
  await lookAroundTheSteps(wizard);
});

test("every step of an adult's enrollment is accessible (9, 36)", async ({ page, api }) => {
  await lookAtSteps(new Wizard(page), anAdult(await api.getStudies()), shownByMinors);
});

/** Steps with the same content for minors. */
const shownByMinors = ["birth-date", "specialities"];

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
async function lookAtSteps(
  wizard: Wizard,
  enrollment: Enrollment,
  known: string[] = [],
  spared: string[] = [],
) {
  const titles: string[] = [];
  await wizard.start();
  await wizard.walkTo("check", enrollment, async () => {
    titles.push(await wizard.page.title());
    if (!known.includes(wizard.step())) await lookAtStep(wizard, enrollment);
  });
  for (const step of spared) {
    await wizard.page.goto(wizard.url(`/${step}?from=check`));
    await lookAtStep(wizard, enrollment);
    await wizard.continue();
  }
  expect(new Set(titles).size, "titles are unique (W7)").toBe(titles.length);
  await lookAtStep(wizard, enrollment);

  await lookAt(wizard, wizard.url()); // where an enrollment begun can be gone on with
  await lookAt(wizard, wizard.url("/delete"));
  await wizard.page.goto(wizard.url("/check"));
  await wizard.submit();
  await expectAccessible(wizard.page, "done");
}

async function lookAroundTheSteps(wizard: Wizard) {
  await lookAt(wizard, wizard.url());
  await lookAt(wizard, wizard.url("?deleted=yes"));
  await wizard.page.context().clearCookies();
  await lookAt(wizard, wizard.url());
}

async function lookAt({ page }: Wizard, address: string) {
  await page.goto(address);
  await expectAccessible(page, address);
}

async function lookAtStep(wizard: Wizard, enrollment: Enrollment) {
  const { page } = wizard;
  const step = wizard.step();
  await expectAccessible(page, `${step}, empty`, "light");
  await answerWrongly(wizard, step);
  await wizard.expectErrors();
  await expectAccessible(page, `${step}, with errors`);
  await expectErrorsInPlace(wizard);
  for (const [name, value] of Object.entries(otherBranch[step] ?? {})) {
    if (!(await wizard.controlNames()).includes(name)) continue; // an adult's address is nobody else's
    await wizard.fill(name, value);
    await expectAccessible(page, `${step}, ${value}`, "light");
  }
  await wizard.answer(toFormInput(enrollment));
  await expectAccessible(page, `${step}, filled in`, "light");
}

/** Input for the page's other branches. */
const otherBranch: Record<string, FormInput> = {
  "student-name": { has_second_guardian: "no" },
  "student-more": { student_same_address: "on" },
};

async function answerWrongly(wizard: Wizard, step: string) {
  const asked = await wizard.controlNames();
  for (const [name, value] of Object.entries(wrongAnswers[step] ?? {})) {
    if (!asked.includes(name)) continue;
    await wizard.openDetails(name);
    if (value === "first") await wizard.control(name).selectOption({ index: 1 });
    else if (value === "unlisted") await chooseUnlisted(wizard.control(name));
    else await wizard.fill(name, value);
  }
}

/** As if a speciality was withdrawn while the page was open. */
const chooseUnlisted = (list: Locator) =>
  list.evaluate((select) => {
    (select as HTMLSelectElement).add(new Option("Theremín", "999999", true, true));
  });

/** Point 9: the summary above the heading has focus, the field's texts and links. */
async function expectErrorsInPlace({ page, main }: Wizard) {
  await expect(main.locator("[data-error-summary]")).toBeFocused();
  const entries = main.locator("[data-error-summary] li a");
  await expect(entries).not.toHaveCount(0);
  const led = await entries.evaluateAll(follow);
  for (const { words, beside, invalid, focused } of led)
    expect({ invalid, beside, focused }, words).toEqual({
      invalid: "true",
      beside: expect.stringContaining(words),
      focused: true,
    });
  const order = led.map(({ place }) => place);
  expect(order, "in page order").toEqual([...order].sort((one, other) => one - other));
  await expect(page).toHaveTitle(/^Error: /);
  const [first] = led;
  if (!first) return;
  await entries.first().click(); // nothing lies over it
  await expect(main.locator(first.href)).toBeFocused();
}

/** Clicks all links in one call, because a walk has fifty of them; returns their targets. */
const follow = (links: Element[]) =>
  links.map((link) => {
    const [href, words] = [link.getAttribute("href") ?? "", link.textContent ?? ""];
    const target = document.querySelector(`main ${href}`);
    const described = target?.getAttribute("aria-describedby")?.split(" ") ?? [];
    const beside = document.getElementById(described.find((id) => id.endsWith("-error")) ?? "");
    (link as HTMLElement).click();
    return {
      href,
      words,
      place: target ? [...document.querySelectorAll("main [id]")].indexOf(target) : -1,
      invalid: target?.getAttribute("aria-invalid"),
      beside: beside?.textContent,
      focused: target !== null && document.activeElement === target,
    };
  });
