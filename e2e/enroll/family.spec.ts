import { expect } from "@playwright/test";
import { aMinor, anEmail, yearsAgo } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import type { Wizard } from "../support/pages/wizard";
import { readStoredEnrollment } from "../support/stored-enrollment";
import { test } from "../support/test";

type Syllabus = { id: number; age: number; specialities: { id: number }[] };

const createFamily = () => {
  const first = aMinor({ guardians: 2, student_name: "Ada" });
  const createSibling = (student_name: string, years: number) => ({
    ...first,
    student_name,
    student_email: anEmail(student_name.toLowerCase()),
    student_birth_date: yearsAgo(years),
  });
  return [first, createSibling("Bru", 9), createSibling("Cesc", 6)] as const;
};

/** Adds a child by the button of check answers. */
async function addChild({ page }: Wizard) {
  await page.getByRole("button", { name: "Añadir otro hijo o hija", exact: true }).click();
  await expect(page).toHaveURL(/birth-date$/);
}

test("three children are submitted together, with a reference each; a child can be changed and removed", async ({
  wizard,
  page,
  database,
}) => {
  const [ada, bru, cesc] = createFamily();
  await wizard.skipTo("check", ada);
  const pages: string[] = [];
  await addChild(wizard);
  await wizard.walkTo("check", { ...bru, student_name: "Berta" }, async () => {
    pages.push(wizard.step());
    const [continueButton, childrenLink] = [
      wizard.continueButton,
      wizard.main.locator('a[href$="/enroll/children"]'),
    ];
    const [above, below] = await Promise.all([continueButton.boundingBox(), childrenLink.boundingBox()]);
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(8);
  });
  expect(pages).toEqual(["birth-date", "student-name", "specialities"]);
  await addChild(wizard);
  await wizard.skipTo("check", cesc);
  await page.goto("/enroll/children");
  await expectAccessible(page, "the page of the children");
  await page.goto("/enroll/check");

  // The guardian once, then each child with links to change answers.
  const details = wizard.main.locator("details");
  const getHeadings = (name: string) => [
    "Madre, padre o tutor legal",
    "Ada Soler Roca",
    `${name} Soler Roca`,
    "Cesc Soler Roca",
  ];
  await expect(details.locator("summary h2")).toHaveText(getHeadings("Berta"));
  const changes = wizard.main.locator("a[href*='?from=check']");
  const names = await changes.evaluateAll((links) => links.map((link) => link.textContent));
  expect(new Set(names).size, names.join()).toBe(names.length);
  const berta = details.nth(2);
  await berta.locator("summary").click();
  await expect(berta.locator("section", { hasText: "Documento" })).toContainText("No hace falta");
  await berta.locator('a[href*="/student-name?from=check"]').click();
  await expect(wizard.control("student_name")).toHaveValue("Berta");
  await wizard.fill("student_name", "");
  await wizard.expectErrors();
  await wizard.fill("student_name", "Bru");
  await wizard.continue();
  await expect(details.locator("summary h2")).toHaveText(getHeadings("Bru"));
  await addChild(wizard);
  await page.getByRole("link", { name: "Cambiar o quitar personas" }).click();
  await page.getByRole("link", { name: "Quitar: Bru Soler Roca" }).click();
  await expect(wizard.main).toContainText("Se borran las respuestas sobre Bru Soler Roca.");
  await page.getByRole("link", { name: "No quitar a nadie" }).click();
  await page.getByRole("link", { name: "Quitar: Sin nombre todavía" }).click();
  await page.getByRole("button", { name: "Quitar: Sin nombre todavía" }).click();
  await expect(page).toHaveURL(/check/);
  await expect(details.locator("summary h2")).toHaveText(getHeadings("Bru"));

  await wizard.submit();
  for (const child of [ada, bru, cesc]) {
    const { reference, record } = await readStoredEnrollment(database, String(child.student_email));
    await expect(wizard.main).toContainText(reference);
    expect(record.student).toMatchObject({
      name: child.student_name,
      birth_date: child.student_birth_date,
    });
    expect(record.guardians).toMatchObject([
      { email: ada.guardian_email, address: ada.guardian_address },
      { email: ada.second_guardian_email },
    ]);
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("families 39: shows the answers so far; one button takes the sibling's course", async ({
      wizard,
      api,
    }) => {
      const [ada, bru] = createFamily();
      const { id } = await api.getCurrentYear();
      const syllabi: Syllabus[] = (await api.get(`academic/syllabis?school_year_id=${id}`)).body.data;
      // Bru is eight at the start of the school year.
      const course8 = syllabi.find(
        ({ age, specialities }) => age === 8 && specialities.length > 0,
      ) as Syllabus;
      const choices = {
        student_speciality_option1: course8.specialities[0]?.id,
        student_syllabi_option1: course8.id,
      };
      await wizard.skipTo("check", { ...ada, ...choices });
      await addChild(wizard);
      await wizard.walkTo("specialities", bru);
      const overview = wizard.main.locator("section").filter({ hasText: "Hasta ahora" });
      await expect(overview).toContainText("Berta");
      await expect(overview).toContainText("Ada");
      await expect(overview).toContainText("al mes");
      await wizard.main.getByRole("button", { name: "Lo mismo que Ada" }).click();
      await expect(wizard.control("student_speciality_option1")).toHaveValue(
        String(choices.student_speciality_option1),
      );
      const course = wizard.form.locator(
        `[name=student_syllabi_option1][value="${choices.student_syllabi_option1}"]`,
      );
      await expect(course).toBeChecked();
      await wizard.continue();
      expect(wizard.step()).toBe("check");
      await expect(wizard.main.locator("section").filter({ hasText: "Lo que costará" })).toContainText("Bru");
    });
  });
}

test("families 39: the button takes the sibling's course after an instrument without that course", async ({
  wizard,
  page,
  api,
}) => {
  const [ada, bru] = createFamily();
  const { id } = await api.getCurrentYear();
  const syllabi: Syllabus[] = (await api.get(`academic/syllabis?school_year_id=${id}`)).body.data;
  const course = syllabi.find(({ age, specialities }) => age === 8 && specialities.length > 0) as Syllabus;
  const taught = course.specialities.map((speciality) => speciality.id);
  const specialities: { id: number }[] = (await api.get(`academic/specialities?school_year_id=${id}`)).body
    .data;
  const other = specialities.find((speciality) => !taught.includes(speciality.id));
  const choices = { student_speciality_option1: taught[0], student_syllabi_option1: course.id };
  await wizard.skipTo("check", { ...ada, ...choices });
  await addChild(wizard);
  await wizard.walkTo("specialities", bru);
  await wizard.fill("student_speciality_option1", String(other?.id));
  const radio = page.locator(`[name=student_syllabi_option1][value="${course.id}"]`);
  await expect(radio).not.toBeAttached();
  await wizard.main.getByRole("button", { name: "Lo mismo que Ada" }).click();
  await expect(radio).toBeChecked();
  await expect(wizard.control("student_speciality_option1")).toHaveValue(String(taught[0]));
});
