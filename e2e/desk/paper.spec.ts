import type { Page } from "@playwright/test";
import { aMinor } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

test("a paper form is entered with signer and date, also for an existing family (desk 15)", async ({
  page,
  context,
  school,
  database,
}) => {
  await openDesk(context, school, "secretary", "Marta Vila");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/desk/enrollments");
  await page.locator('main a[href="/desk/paper"]').click();
  await page.locator("main form:has(#who) button").click();
  await expect(page).toHaveURL(/who=minor&year=\d+&sheet=[\w-]+$/);
  const formUrl = page.url().replace(/&sheet=.*/, "");
  // Usual answers are filled in, which saves twelve clicks per form.
  for (const [name, expected] of Object.entries({
    document_type: "dni",
    phone_country_code: "+34",
    country: "es",
  }))
    await expect(page.locator(`#guardian_${name}`)).toHaveValue(expected);
  await expect(page.locator("#signed_on_day")).toHaveValue(/^\d+$/);
  const first = aMinor();
  await fillPaper(page, first);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, "a paper");
  const submit = page.locator("main").getByRole("button", { name: "Introducir la solicitud" });
  const errors = page.locator("main [data-error-summary] a");
  for (const person of ["student", "guardian"]) await page.locator(`#${person}_email`).fill("sin arroba");
  await page.locator("#student_birth_date_month").fill("13");
  await submit.click();
  await expect(errors).toHaveText([
    "Alumno o alumna, Correo: Escribe un correo completo, como nombre@ejemplo.com",
    /^Alumno o alumna, Fecha de nacimiento: /,
    "Madre, padre o tutor, Correo: Escribe un correo completo, como nombre@ejemplo.com",
    "Escribe quién firmó", // today is filled in
  ]);
  await fillPaper(page, first);
  await submit.click();
  await expect(errors).toHaveCount(1);
  await expect(page.locator("#guardian_document")).toHaveValue(first.guardian_document);
  await sign(page);
  await submit.click();
  await expect(page.getByRole("status").getByText("introducida")).toBeVisible();
  await expect(page.locator("main header")).toContainText("en papel, introducida por Marta Vila");
  await expect(page.locator("main header")).toContainText("Firmada por Berta Roca el 3 de noviembre de 2026");

  await page.goto(formUrl);
  const { guardian_email, guardian_document } = first;
  const child = aMinor({ student_name: "Joan", guardian_email, guardian_document });
  await fillPaper(page, child);
  await sign(page);
  await submit.click();
  const existingFamily = page.locator("main [data-error-summary] a", { hasText: "que ya consta" });
  const link = (await existingFamily.getAttribute("href")) as string;
  await page.goto(formUrl);
  await expect(page.locator("#student_name")).toHaveValue("");
  await page.goto(link);
  await expect(page.locator("#student_name")).toHaveValue("Joan");
  await expect(page.locator("#guardian_name")).toHaveCount(0);
  await expectNoHorizontalScroll(page);
  await submit.click();
  await expect(page.getByRole("status").getByText("introducida")).toBeVisible();
  await page.locator("main a", { hasText: "para otro curso" }).click();
  await page.locator("main #year").selectOption({ index: 1 });
  await page.locator("main form:has(#year) button").click();
  await sign(page);
  await submit.click();
  await expect(page.getByRole("status").getByText("introducida")).toBeVisible();
  const stored = await database.query(
    `select p.name, e.source, count(distinct e.school_year_id)::int as years from guardianships g
     join people p on p.id = g.student_id join enrollments e on e.student_id = p.id
     join people own on own.id = g.guardian_id where own.email = $1 group by 1, 2 order by 1`,
    [guardian_email],
  );
  expect(stored).toEqual([
    { name: first.student_name, source: "desk", years: 1 },
    { name: "Joan", source: "desk", years: 2 },
  ]);
});

/** Fills in a paper form. */
async function fillPaper(page: Page, paper: ReturnType<typeof aMinor>) {
  const { guardian_birth_date, student_birth_date, terms_and_conditions, school_year_id, ...texts } = paper;
  for (const [name, value] of Object.entries(texts)) {
    const control = page.locator(`#${name}`);
    const isSelect = (await control.evaluate((element) => element.tagName)) === "SELECT";
    await (isSelect ? control.selectOption(String(value)) : control.fill(String(value)));
  }
  for (const [name, day] of Object.entries({ guardian_birth_date, student_birth_date })) {
    const [year = "", month = "", dayOfMonth = ""] = day.split("-");
    await page.locator(`#${name}_day`).fill(dayOfMonth);
    await page.locator(`#${name}_month`).fill(month);
    await page.locator(`#${name}_year`).fill(year);
  }
}

async function sign(page: Page) {
  await page.locator("#signed_by").fill("Berta Roca");
  for (const [part, value] of Object.entries({ day: "3", month: "noviembre", year: "2026" }))
    await page.locator(`#signed_on_${part}`).fill(value);
}
