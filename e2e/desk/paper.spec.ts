import { aMinor } from "@/test/factories";
import { expectAccessible } from "../support/axe";
import { openDesk } from "../support/desk-session";
import { expectNoSidewaysScroll } from "../support/screen";
import { expect, test } from "../support/test";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a paper is typed in by the form's fields, with who signed and when (desk 15)", async ({
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
      await expect(page).toHaveURL(/who=minor&year=\d+$/);
      const { guardian_birth_date, student_birth_date, terms_and_conditions, school_year_id, ...texts } =
        aMinor();
      for (const [name, value] of Object.entries(texts)) {
        const control = page.locator(`#${name}`);
        const chosen = (await control.evaluate((element) => element.tagName)) === "SELECT";
        await (chosen ? control.selectOption(String(value)) : control.fill(String(value)));
      }
      for (const [name, day] of Object.entries({ guardian_birth_date, student_birth_date })) {
        const [year = "", month = "", date = ""] = day.split("-");
        await page.locator(`#${name}_day`).fill(date);
        await page.locator(`#${name}_month`).fill(month);
        await page.locator(`#${name}_year`).fill(year);
      }
      await expectNoSidewaysScroll(page);
      if (javaScriptEnabled) await expectAccessible(page, "a paper");
      const submit = page.locator("main").getByRole("button", { name: "Introducir la matrícula" });
      await submit.click();
      await expect(page.locator("main [data-error-summary] a")).toHaveCount(2);
      await expect(page.locator("#guardian_document")).toHaveValue(texts.guardian_document);
      await page.locator("#signed_by").fill("Berta Roca");
      for (const [part, value] of Object.entries({ day: "3", month: "noviembre", year: "2026" }))
        await page.locator(`#signed_on_${part}`).fill(value);
      await submit.click();
      await expect(page.locator("main [role=status]")).toContainText("introducida");
      await expect(page.locator("main header")).toContainText("en papel, introducida por Marta Vila");
      await expect(page.locator("main header")).toContainText(
        "Firmada por Berta Roca el 3 de noviembre de 2026",
      );
      const stored = await database.query(
        "select e.source, p.name from enrollments e join people p on p.id = e.student_id where p.email = $1",
        [texts.student_email],
      );
      expect(stored).toEqual([{ source: "desk", name: texts.student_name }]);
    });
  });
}
