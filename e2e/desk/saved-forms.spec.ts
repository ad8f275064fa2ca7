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
