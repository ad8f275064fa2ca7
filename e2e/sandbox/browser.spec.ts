import { anAdult } from "@/test/support/data/factories";
import { expect, test } from "../support/test";

test("integrators 14: what a browser begins in a sandbox is stored there, and never sent to the school", async ({
  school,
  database,
  wizard,
  page,
  context,
}) => {
  const adult = anAdult();
  const response = await fetch(`${school.url}/api/v1/sandbox/form_session`, {
    method: "POST",
    headers: { Authorization: `Bearer ${process.env.E2E_TEST_KEY}` },
  });
  const { url } = ((await response.json()) as { data: { url: string } }).data;
  const banner = page.getByText("Entorno de pruebas: nada llega a la escuela");
  await page.goto(url);
  await expect(page).toHaveURL(/\/enroll$/);
  await expect(banner).toBeVisible();
  await wizard.skipTo("check", adult);
  await expect(banner).toBeVisible();

  // Without the sandbox's cookie the open page cannot submit.
  const cookies = await context.cookies();
  await context.clearCookies({ name: "matricula_sandbox" });
  await wizard.fill("terms_and_conditions", "on");
  await wizard.continueButton.click();
  await expect(page).not.toHaveURL(/\/enroll\/check/);
  await expect(banner).toBeHidden();
  expect(await readEnrollments(adult.student_email)).toEqual([]);

  await context.addCookies(cookies);
  await page.goto(wizard.url("/check"));
  await wizard.submit();
  const reference = await wizard.readReference();
  expect(await readEnrollments(adult.student_email)).toEqual([
    { reference, test: true, source: "form", own: true, key: "e2e sandbox" },
  ]);
  expect((await page.request.get(url, { maxRedirects: 0 })).status()).toBe(404); // opened once

  // The mail's link works in any browser.
  const outbox = await fetch(`${school.url}/api/v1/sandbox/outbox?to=${adult.student_email}&wait=10`, {
    headers: { Authorization: `Bearer ${process.env.E2E_TEST_KEY}` },
  });
  const { data } = (await outbox.json()) as { data: { links: string[] }[] };
  const link = data.flatMap(({ links }) => links).find((href) => href.includes("/account-setup/"));
  await context.clearCookies();
  await page.goto(link as string);
  await expect(page.getByRole("button", { name: "Entrar" })).toBeVisible();
  await expect(banner).toBeVisible();

  function readEnrollments(email: string) {
    return database.query(
      `select e.reference, e.test, e.source::text, p.sandbox_id = e.api_key_id as own, k.name as key
       from all_people p join all_enrollments e on p.id = e.student_id left join api_keys k on k.id = e.api_key_id
       where p.email = $1`,
      [email],
    );
  }
});
