import { yearsAgo } from "@/test/support/data/factories";
import type { ApiClient } from "../support/api-client";
import { createUsualFamily } from "../support/interaction-count";
import type { Wizard } from "../support/pages/wizard";
import { expect, test } from "../support/test";

test.use({ viewport: { width: 360, height: 740 } });

type Syllabus = { id: number; name: string; specialities: { id: number }[] };

async function findInstrumentCourse(api: ApiClient) {
  const { id } = await api.getCurrentYear();
  const syllabi: Syllabus[] = (await api.get(`academic/syllabis?school_year_id=${id}`)).body.data;
  return syllabi.find(({ name }) => name === "Elemental 1.º") as Syllabus;
}

test("check answers of three children are at most 2,000 px high on a phone; cards with advice are open", async ({
  wizard,
  page,
  api,
}) => {
  const course = await findInstrumentCourse(api);
  await addThreeChildren(wizard, {
    student_speciality_option1: course.specialities[0]?.id,
    student_syllabi_option1: course.id,
    has_second_guardian: "yes",
    second_guardian_email: "marc.soler@gmail.com",
  });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2000);
  const details = wizard.main.locator("details");
  await expect(details).toHaveCount(4);
  await expect(wizard.main.locator("details[open]"), "the guardian was read before").toHaveCount(0);
  const bru = details.filter({ has: page.locator("summary", { hasText: "Bru Soler Roca" }) });
  await expect(bru.locator("summary")).toContainText(/132,50\s€\sal\smes/);
  const change = bru.getByRole("link", { name: /^Cambiar: Nombre y correo/ });
  await expect(change).toBeHidden();
  await bru.locator("summary").click();
  await expect(change).toBeVisible();
  await change.click();

  await wizard.fill("second_guardian_email", "marc@gmial.com");
  await wizard.expectErrors();
  await expect(wizard.errors).toContainText("¿Querías escribir marc@gmail.com?");
  await wizard.continue();
  await expect(wizard.main.locator("details[open]"), "what is odd is open").toHaveCount(1);
  await bru.getByRole("button", { name: "¿Querías escribir marc@gmail.com?" }).click();
  await expect(wizard.main.locator("details[open]")).toHaveCount(0);
  await bru.locator("summary").click();
  await expect(bru).toContainText("marc@gmail.com");
  await page.emulateMedia({ media: "print" });
  await expect(wizard.main.locator("details", { hasText: "Cesc" }).getByText("+cesc@")).toBeVisible();
});

/** The usual family at check answers, where more children are added. */
async function addThreeChildren(wizard: Wizard, answers: object) {
  for (const [index, child] of createUsualFamily("berta.roca@gmail.com").entries()) {
    if (index > 0) {
      await wizard.page.getByRole("button", { name: "Añadir otro hijo o hija", exact: true }).click();
      await wizard.page.waitForURL(/birth-date$/);
    }
    const student_birth_date = yearsAgo(11 - index); // the course suits all three
    await wizard.skipTo("check", { ...child, ...answers, student_birth_date } as never);
  }
}
