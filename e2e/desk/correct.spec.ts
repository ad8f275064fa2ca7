import { aMinor } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll, expectTouchSizes } from "../support/checks/small-screen";
import { clickButton, openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("answers are corrected after a preview; a conflict is shown and keeps the input (desk 12, 14)", async ({
      page,
      context,
      school,
      api,
      database,
    }) => {
      const body = { ...aMinor(), school_year_id: (await api.currentYear()).id };
      expect((await api.enrollMinor(body)).status).toBe(201);
      const [sent] = await database.query<{ reference: string }>(
        `select e.reference from enrollments e join guardianships g using (student_id)
         join people p on p.id = g.guardian_id where p.email = $1`,
        [body.guardian_email],
      );
      const one = `/desk/enrollments/${sent?.reference}`;
      await openDesk(context, school, "secretary", "Marta Vila");
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(one);
      await page.locator("#guardian-1 a", { hasText: "Corregir" }).click();
      await expect(page.locator("h1")).toContainText("Corregir los datos");
      await expect(page.locator("#guardian_birth_date_year")).toHaveValue("1985");
      const slower = await context.newPage();
      await slower.goto(page.url());

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
      if (javaScriptEnabled) await expectAccessible(page, "a correction");
      const stored = () =>
        database.query("select name, phone, city from people where email = $1", [body.guardian_email]);
      expect(await stored()).toEqual([{ name: "Berta", phone: "600765432", city: "Girona" }]);
      await clickButton(page, "Guardar la corrección");
      await expect(page.locator("main [role=status]")).toHaveText("La corrección está guardada.");
      await expect(page.locator("#guardian-1")).toContainText("+34 611000111");

      await slower.locator("#guardian_name").fill("Berta Maria");
      await clickButton(slower, "Ver qué cambia");
      const told = slower.locator("main [data-error-summary]");
      await expect(told).toContainText("Marta Vila");
      await expect(told).toContainText("Girona → Salt");
      await expect(slower.locator("#guardian_name")).toHaveValue("Berta Maria");
      expect(await stored()).toEqual([{ name: "Berta", phone: "611000111", city: "Salt" }]);
    });
  });
}
