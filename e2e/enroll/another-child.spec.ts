import { anAdult, anEmail } from "@/test/support/data/factories";
import { createUsualFamily } from "../support/interaction-count";
import { readStoredEnrollment } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

test("W47: the last page's button continues with the same guardian, also when pressed again; after 72 hours it reports that", async ({
  wizard,
  page,
  database,
}) => {
  const [ada, bru, cesc] = createUsualFamily().map(
    (child): Record<string, string> => ({
      ...child,
      has_student_email: "yes",
      student_email: anEmail("child"),
    }),
  );
  const addChildButton = page.getByRole("button", { name: "Pedir plaza para otro hijo o hija" });
  await wizard.skipTo("check", ada as never);
  await wizard.submit();
  const records: unknown[] = [(await readStoredEnrollment(database, String(ada?.student_email))).record];
  for (const child of [bru, cesc]) {
    await addChildButton.click();
    await expect(page).toHaveURL(/birth-date$/);
    const pages: string[] = [];
    await wizard.walkTo("check", child as never, async () => void pages.push(wizard.step()));
    expect(pages).toEqual(["birth-date", "student-name", "specialities"]);
    await expect(wizard.main).toContainText(String(ada?.guardian_document));
    await wizard.submit();
    records.push((await readStoredEnrollment(database, String(child?.student_email))).record);
  }
  const guardians = records.map((record) => (record as { guardians: unknown[] }).guardians);
  expect(guardians).toEqual(Array(3).fill(guardians[0]));
  expect(guardians[0]).toMatchObject([{ email: ada?.guardian_email }]);

  const [secondTab, thirdTab] = [await page.context().newPage(), await page.context().newPage()];
  for (const tab of [secondTab, thirdTab]) await tab.goto("/enroll/done");
  await addChildButton.click();
  await expect(page, "begun").toHaveURL(/birth-date$/);
  await secondTab.getByRole("button", { name: "Pedir plaza para otro hijo o hija" }).click();
  await expect(secondTab, "pressed again it goes on with the same").toHaveURL(/birth-date$/);

  await database.query("update drafts set expires_at = now()");
  await thirdTab.getByRole("button", { name: "Pedir plaza para otro hijo o hija" }).click();
  await expect(thirdTab).toHaveURL(/\/enroll\?over=yes$/);
  await expect(thirdTab.locator("main")).toContainText("Han pasado las 72 horas");
  await expect(thirdTab.locator("main").getByRole("link", { name: "Inicia sesión" })).toHaveAttribute(
    "href",
    /sign-in/,
  );
  await page.goto("/enroll/done");
  await expect(wizard.main).toContainText("Han pasado las 72 horas");
});

test("W47: an adult's last page says that a new form with the same address would be rejected", async ({
  wizard,
}) => {
  await wizard.skipTo("check", anAdult());
  await wizard.submit();
  const text = wizard.main.locator("p", { hasText: "un formulario nuevo con tu correo o tu documento" });
  await expect(text.getByRole("link", { name: "Inicia sesión" })).toHaveAttribute("href", /sign-in/);
});
