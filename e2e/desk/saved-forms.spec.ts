import type { Locator } from "@playwright/test";
import { aMinor } from "@/test/support/data/factories";
import { openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

test("input survives an upgrade of the service, with a notice (desk 5)", async ({
  page,
  context,
  school,
}) => {
  await openDesk(context, school, "admin", "Núria Pla");
  await page.goto("/desk/staff");
  await page.locator("#email").fill("nueva@escuela.example");
  await page.route("**/desk/**", (route, request) => {
    const headers = request.headers();
    if (!headers["next-action"]) return route.fallback();
    return route.continue({ headers: { ...headers, "next-action": `70${"1".repeat(40)}` } });
  });
  await page.locator("form:has(#email) button").click();
  await expect(page.locator("main")).toContainText("Esta página se ha renovado mientras la rellenabas.");
  await expect(page.locator("#email")).toHaveValue("nueva@escuela.example");
});

test("desk 2: a success replaces the error of another form of the page", async ({
  page,
  context,
  school,
}) => {
  await openDesk(context, school, "secretary", "Pere Roca");
  await openDesk(context, school, "admin", "Núria Pla");
  await page.goto("/desk/staff");
  const member = page.locator("tr", { hasText: "Pere Roca" });
  await member.locator("summary").click();
  await school.database?.query("update staff_members set removed_at = now() where name = 'Pere Roca'");
  await member.getByRole("button", { name: "Cambiar la función" }).click();
  await expect(page.locator("main [role=alert]")).toBeVisible();
  await page.locator("#email").fill("nueva@escuela.example");
  await page.locator("form:has(#email) button").click();
  await expect(page.locator("main [role=status]")).toContainText("El enlace va de camino a su correo.");
  await expect(page.locator("main [role=alert]")).toHaveCount(0);
});

test("desk 2: an error replaces the success of another form of the page, until the next success", async ({
  page,
  context,
  school,
  wizard,
}) => {
  await wizard.skipTo("check", aMinor());
  await wizard.submit();
  const reference = String(await wizard.readReference());
  await openDesk(context, school, "secretary");
  await page.goto(`/desk/enrollments/${reference}`);
  const [label, note] = [page.locator("#label"), page.locator("#note")];
  const save = (form: Locator) => page.locator("main form").filter({ has: form }).getByRole("button").click();
  await label.fill("beca");
  await save(label);
  const success = page.locator("main [data-tone=ok] [role=status]");
  await expect(success).toContainText("La etiqueta está puesta.");
  await save(note);
  await expect(page.locator("main [role=alert]")).toBeVisible();
  await expect(success).toHaveCount(0);
  await note.fill("Ha llamado.");
  await save(note);
  await expect(success).toContainText("La nota está guardada.");
  await expect(page.locator("main [role=alert]")).toHaveCount(0);
});
