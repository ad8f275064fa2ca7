import { anAdult } from "@/test/factories";
import { answersOf, type Enrollment } from "../support/answers";
import { expectAccessible } from "../support/axe";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";
import { Wizard } from "../support/wizard";
import { withoutWrongAnswers, wrongAnswers } from "../support/wrong-answers";

// Point 36: every step, empty, with errors and filled in, light and dark, in three languages. The journey
// is walked once for each language and branch, and each step looked at on the way.
test.setTimeout(240_000);

for (const locale of ["es", "ca", "en"] as const) {
  test(`every step of a minor's enrollment, in ${locale} (9, 36)`, async ({ page, api }) => {
    await lookAtEveryStep(new Wizard(page, locale), aDetailedMinor(await api.studies()));
  });

  test(`every step of an adult's enrollment, in ${locale} (9, 36)`, async ({ page, api }) => {
    await lookAtEveryStep(new Wizard(page, locale), anAdult(await api.studies()));
  });
}

async function lookAtEveryStep(wizard: Wizard, enrollment: Enrollment) {
  const { page } = wizard;
  await page.goto(wizard.url());
  await expectAccessible(page, "start page");
  await wizard.start();

  const titles: string[] = [];
  await wizard.walkTo("check", enrollment, async () => {
    titles.push(await page.title());
    await lookAt(wizard, enrollment);
  });
  await lookAt(wizard, enrollment);
  expect(new Set(titles).size, "titles are unique (7)").toBe(titles.length);

  await wizard.send();
  await expectAccessible(page, "done");
}

async function lookAt(wizard: Wizard, enrollment: Enrollment) {
  const { page } = wizard;
  const step = wizard.step();
  await expectAccessible(page, `${step}, empty`);
  if (!withoutWrongAnswers.includes(step)) {
    await answerWrongly(wizard, step);
    await wizard.continueInVain();
    await expectAccessible(page, `${step}, with errors`);
    await expectErrorsInPlace(wizard);
  }
  await wizard.answer(answersOf(enrollment));
  await expectAccessible(page, `${step}, filled in`);
}

async function answerWrongly(wizard: Wizard, step: string) {
  const asked = await wizard.controls();
  for (const [name, value] of Object.entries(wrongAnswers[step] ?? {})) {
    if (!asked.includes(name)) continue;
    if (value === "first") await wizard.control(name).selectOption({ index: 1 });
    else await wizard.put(name, value);
  }
}

/** Point 9: the summary above the heading, focused, with the fields' own words and links to them. */
async function expectErrorsInPlace(wizard: Wizard) {
  const { page, main } = wizard;
  await expect(main.locator("[data-error-summary]")).toBeFocused();
  const entries = main.locator("[data-error-summary] li a");
  for (const entry of await entries.all()) {
    const target = main.locator((await entry.getAttribute("href")) as string);
    const words = (await entry.textContent()) as string;
    await expect(target, words).toHaveAttribute("aria-invalid", "true");
    const described = (await target.getAttribute("aria-describedby")) ?? "";
    const beside = described.split(" ").filter((id) => id.endsWith("-error"));
    await expect(main.locator(`[id="${beside[0]}"]`)).toContainText(words);
    await entry.click();
    await expect(target).toBeFocused();
  }
  const order = await entries.evaluateAll((links) =>
    links.map((link) => {
      const field = document.getElementById((link.getAttribute("href") ?? "").slice(1));
      return field ? [...document.querySelectorAll("main [id]")].indexOf(field) : -1;
    }),
  );
  expect(order, "in page order").toEqual([...order].sort((one, other) => one - other));
  await expect(page).toHaveTitle(/^Error: /);
}
