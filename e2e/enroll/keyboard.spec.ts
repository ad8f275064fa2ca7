import type { Page } from "@playwright/test";
import { aMinor } from "@/test/support/data/factories";
import { type FormInput, toFormInput } from "../support/answers";
import type { Wizard } from "../support/pages/wizard";
import { countPeopleByEmail } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

test("a guardian enrolls a child with the keyboard alone (W35)", async ({ wizard, page, database }) => {
  const minor = aMinor({ guardians: 2 });
  const answers = { ...toFormInput(minor), terms_and_conditions: "on" };
  await page.goto(wizard.url());
  await tabTo(page, (focused) => /\/enroll\/[\w-]+$/.test(focused.href));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/enroll\/[\w-]+$/);

  for (let pages = 0; wizard.step() !== "done"; pages++) {
    expect(pages).toBeLessThan(25);
    const previousUrl = page.url();
    await answerByKeyboard(wizard, answers);
    await tabTo(page, (focused) => focused.type === "submit");
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL(previousUrl);
    await expect(wizard.heading, "focus goes to the heading (W7)").toBeFocused();
  }
  expect(await countPeopleByEmail(database, minor.guardian_email)).toBe(1);
});

async function answerByKeyboard(wizard: Wizard, answers: FormInput) {
  const { page } = wizard;
  for (const name of await wizard.controlNames()) {
    const value = answers[name];
    if (value === undefined) continue;
    const { type } = await tabTo(page, (focused) => focused.name === name);
    if (type === "radio") await selectByKeyboard(wizard, name, value, "ArrowDown");
    else if (type === "select-one") await selectByKeyboard(wizard, name, value, "ArrowDown");
    else if (type === "checkbox") await page.keyboard.press("Space");
    else await page.keyboard.type(value);
  }
}

/** A radio reached by Tab is selected by Space; others and select options by arrow keys. */
async function selectByKeyboard({ page, form }: Wizard, name: string, value: string, arrow: string) {
  const getValue = () =>
    form.evaluate((form, control) => new FormData(form as HTMLFormElement).get(control), name);
  if ((await getValue()) === null) await page.keyboard.press("Space");
  for (let presses = 0; (await getValue()) !== value; presses++) {
    expect(presses, `${name} can be set to ${value} by arrow keys`).toBeLessThan(300);
    await page.keyboard.press(arrow);
  }
}

type Focused = { name: string; type: string; href: string };

async function tabTo(page: Page, isWanted: (focused: Focused) => boolean): Promise<Focused> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement & HTMLAnchorElement;
      const box = element.getBoundingClientRect();
      const inView = box.bottom > 0 && box.top < window.innerHeight;
      return { name: element.name ?? "", type: element.type ?? "", href: element.href ?? "", inView };
    });
    expect(focused.inView, "what has the focus can be seen (WCAG 2.4.11)").toBe(true);
    if (isWanted(focused)) return focused;
  }
  throw new Error("The keyboard does not get there.");
}
