import { aMinor } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll, expectTouchSizes } from "../support/checks/small-screen";
import { clickButton, openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

test("answers are corrected after a preview; a conflict is shown and keeps the input, and the audit log has whose data changed (desk 12, 14, 31)", async ({
  page,
  context,
  school,
  api,
  database,
}) => {
  const body = { ...aMinor(), school_year_id: (await api.getCurrentYear()).id };
  expect((await api.enrollMinor(body)).status).toBe(201);
  const [row] = await database.query<{ reference: string }>(
    `select e.reference from enrollments e join guardianships g using (student_id)
     join people p on p.id = g.guardian_id where p.email = $1`,
    [body.guardian_email],
  );
  const address = `/desk/enrollments/${row?.reference}`;
  await openDesk(context, school, "secretary", "Marta Vila");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(address);
  await page.locator("#guardian-1 a", { hasText: "Corregir" }).click();
  await expect(page.locator("h1")).toContainText("Corregir los datos");
  await expect(page.locator("#guardian_birth_date_year")).toHaveValue("1985");
  const otherPage = await context.newPage();
  await otherPage.goto(page.url());

  // Advice as in the family's form, which nothing refuses.
  await page.locator("#guardian_document_type").selectOption("dni");
  await page.locator("#guardian_document").fill("12345678A");
  await page.locator("#guardian_phone").fill("61100011");
  await page.locator("#guardian_city").focus();
  await expect(page.locator("main form")).toContainText("La letra no corresponde al número");
  await expect(page.locator("main form")).toContainText("suelen tener 9 cifras y este tiene 8");
  await page.locator("#guardian_document_type").selectOption(body.guardian_document_type);
  await page.locator("#guardian_document").fill(body.guardian_document);

  await page.locator("#guardian_phone").fill("no tiene");
  await clickButton(page, "Ver qué cambia");
  await expect(page.locator("main [data-error-summary]")).toBeVisible();
  await page.locator("#guardian_phone").fill("611 00 01 11");
  await page.locator("#guardian_city").fill("Salt");
  await clickButton(page, "Ver qué cambia");
  const difference = page.locator("main [role=status]");
  await expect(difference.locator("dl > div")).toHaveText([/600765432.*611000111/, /Girona.*Salt/]);
  await expectNoHorizontalScroll(page);
  await expectTouchSizes(page);
  await expectAccessible(page, "a correction");
  const readGuardian = () =>
    database.query("select name, phone, city from people where email = $1", [body.guardian_email]);
  expect(await readGuardian()).toEqual([{ name: "Berta", phone: "600765432", city: "Girona" }]);
  await clickButton(page, "Guardar la corrección");
  await expect(page.getByRole("status").getByText("La corrección está guardada.")).toBeVisible();
  await expect(page.locator("#guardian-1")).toContainText("+34 611000111");

  await otherPage.locator("#guardian_name").fill("Berta Maria");
  await clickButton(otherPage, "Ver qué cambia");
  const conflict = otherPage.locator("main [data-error-summary]");
  await expect(conflict).toContainText("Marta Vila");
  await expect(conflict).toContainText("Girona → Salt");
  await expect(otherPage.locator("#guardian_name")).toHaveValue("Berta Maria");
  expect(await readGuardian()).toEqual([{ name: "Berta", phone: "611000111", city: "Salt" }]);

  await openDesk(context, school, "admin");
  await page.goto("/desk/audit");
  const entry = page.getByRole("row", { name: `Berta ${body.guardian_surname}` }).first();
  await expect(entry).toContainText("Teléfono: 600765432 → 611000111");
});
