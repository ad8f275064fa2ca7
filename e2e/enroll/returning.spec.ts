import { expect, type Page } from "@playwright/test";
import { aMinor, anEmail, yearsAgo } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import { expectAccessible } from "../support/checks/axe";
import { AccountPages, findSetupLink, GOOD_PASSWORD } from "../support/pages/account-pages";
import { test } from "../support/test";

const chooseStudent = (page: Page, name: string) =>
  page.locator("main button[name=whom]").filter({ hasText: name }).click();

test("families 5, 12, 37: enrolls for the next year from the account without typing, once, and changes the choice with the same cards", async ({
  api,
  mailbox,
  database,
  wizard,
  page,
}) => {
  const year = await api.getCurrentYear();
  const minor = aMinor({
    school_year_id: year.id,
    student_name: "Nadia",
    student_birth_date: yearsAgo(9),
  });
  await api.enrollMinor(minor);
  const accounts = new AccountPages(page);
  await page.goto(findSetupLink(await mailbox.waitForMail(minor.guardian_email)));
  await accounts.fill({ password: GOOD_PASSWORD });
  await accounts.submit();
  await accounts.expectStudents("Nadia Soler Roca");

  // An existing request of this year is linked.
  await wizard.main.getByRole("link", { name: "Pedir plaza" }).click();
  await expect(page).toHaveURL(/\/enroll$/);
  const studentChoice = page.locator("main section[aria-labelledby=who]");
  await expect(studentChoice).toContainText(year.year);
  await expect(studentChoice.locator("button").filter({ hasText: "Nadia" })).toHaveCount(0);
  await studentChoice.getByRole("link", { name: "verla" }).click();
  await expect(page).toHaveURL(/account\/enrollments\//);
  await expect(wizard.main).toContainText("Nadia");

  // A year later.
  await database.query(
    `update enrollments set school_year_id = (select id from school_years where id < $1 order by id desc limit 1)
     where student_id = (select id from people where email = $2)`,
    [year.id, minor.student_email],
  );
  await page.goto("/enroll");
  await expectAccessible(page, "who");
  await chooseStudent(page, "Nadia");
  await expect(page).toHaveURL(/specialities$/);
  await expect(wizard.main).toContainText("Paso 1 de 2");
  expect(await wizard.readValues()).not.toHaveProperty("student_name");

  // An expired session keeps the input.
  const select = wizard.control("student_speciality_option1");
  const value = String(await select.locator("option").nth(2).getAttribute("value"));
  await database.query("delete from sessions where person_id = (select id from people where email = $1)", [
    minor.guardian_email,
  ]);
  await wizard.fill("student_speciality_option1", value);
  await expect(wizard.form.getByRole("status").last()).toContainText("Tu sesión se ha cerrado");
  await wizard.continueButton.click();
  await expect(page).toHaveURL(/sign-in/);
  await page.goto("/enroll");
  await expect(wizard.main).toContainText("Vuelve a iniciar sesión");
  await expect(wizard.main).not.toContainText("Nadia");
  await page.goto("/enroll/specialities");
  await expect(page).toHaveURL(/sign-in/); // nobody else reads what the school knows
  await page.goto("/sign-in?onward=specialities");
  await accounts.fill({ email: minor.guardian_email, password: GOOD_PASSWORD });
  await accounts.submit();
  await expect(page).toHaveURL(/enroll\/specialities$/);
  await expect(select).toHaveValue(value);
  await expectAccessible(page, "studies of who comes back");
  await wizard.expectErrors();
  await expect(wizard.errors).toHaveText("Elige los estudios, o marca que todavía no lo sabes");
  await wizard.fill("studies_later", "yes");
  await wizard.continue();
  await expect(page).toHaveURL(/check$/);
  await expect(wizard.main).toContainText("Todavía no lo sé");
  for (const text of ["Nadia", minor.guardian_address, minor.guardian_document, minor.student_email ?? ""])
    await expect(wizard.main).toContainText(text);
  await expect(wizard.main.getByRole("link", { name: "tus datos" })).toBeVisible();
  await expectAccessible(page, "check answers");
  await wizard.submit();

  await expect(wizard.main).toContainText("Enviamos un correo a:");
  const reference = String(await wizard.readReference());
  const rows = await database.query(
    `select e.reference, e.school_year_id, (select count(*)::int from speciality_choices c
       where c.enrollment_id = e.id and c.speciality_id = $2) as chosen
     from enrollments e join people p on p.id = e.student_id where p.email = $1 order by e.created_at`,
    [minor.student_email, Number(value)],
  );
  expect(rows).toMatchObject([{}, { reference, school_year_id: year.id, chosen: 1 }]);
  await page.goto("/account");
  await expect(page.locator("main article h2")).toHaveText(["Nadia Soler Roca"]);
  await expect(page.locator("main article h3")).toHaveCount(2);

  // Selected in the wizard's cards after all.
  await page.locator("main article summary").click();
  await page.locator(`main a[href$="${reference}/choices"]`).click();
  const card = page.locator("main label").filter({ hasText: "Elemental 1.º" });
  const instrument = page.locator("#student_speciality_option1");
  const selectInstrument = (label: string) =>
    expect(async () => {
      const waitForPost = page.waitForRequest((request) => request.method() === "POST", {
        timeout: 5_000,
      });
      const selection = instrument.selectOption({ index: 0 }).then(() => instrument.selectOption({ label }));
      const [post] = await Promise.all([waitForPost, selection]);
      await post.response();
    }).toPass(); // before its script is there a page looks nothing up
  await selectInstrument("Violín");
  await expect(card).toContainText("violín");
  await expect(card).not.toContainText(/desde \d+,/);
  await instrument.selectOption("");
  await expect(card).toContainText(/desde \d+,/);
  await expectAccessible(page, "change my choice");
  await card.click();
  await page.getByRole("button", { name: "Guardar" }).click();
  await expect(page).toHaveURL(/said=chosen$/);
  await expect(wizard.main).toContainText("Elemental 1.º");

  // Autosave never redirects, even after the session has ended.
  await page.goto(`/account/enrollments/${reference}/choices`);
  await database.query("delete from sessions where person_id = (select id from people where email = $1)", [
    minor.guardian_email,
  ]);
  await selectInstrument("Piano");
  await page.getByRole("button", { name: "Guardar" }).click({ trial: true });
  await expect(instrument.locator("option:checked")).toHaveText("Piano");
});

test("families 5: in the account a typed child with a request of this year is named when it is typed, alone or after a sibling", async ({
  api,
  mailbox,
  wizard,
  page,
}) => {
  const nadia = aMinor({ student_name: "Nadia", student_birth_date: yearsAgo(9) });
  const jana = aMinor({
    student_name: "Jana",
    student_birth_date: yearsAgo(6),
    student_email: anEmail("jana"),
  });
  await api.enrollMinor(nadia);
  await page.goto(findSetupLink(await mailbox.waitForMail(nadia.guardian_email)));
  await page.locator("main form button").first().click();
  await expect(page).toHaveURL(/\/account$/);
  const startNewChild = async () => {
    await page.goto("/enroll");
    await chooseStudent(page, "otro menor");
    await expect(page).toHaveURL(/birth-date$/);
  };

  await startNewChild();
  await wizard.walkTo("student-name", nadia);
  await wizard.answer(toFormInput(nadia));
  await wizard.continueButton.click();
  await expect(page).toHaveURL(/\/enroll\?enrolled=yes$/);

  await startNewChild();
  await wizard.walkTo("check", jana);
  await wizard.main.getByRole("button", { name: "Añadir otro" }).click();
  await expect(page).toHaveURL(/birth-date$/);
  await wizard.walkTo("student-name", nadia);
  await wizard.answer(toFormInput(nadia));
  await wizard.continueButton.click();
  await expect(page).toHaveURL(/\/enroll\/children$/);
  await expect(wizard.main).toContainText("Nadia ya tiene una solicitud para ese curso");
  await expectAccessible(page, "children of whom one has a request");
  await page.getByRole("link", { name: "Quitar: Nadia" }).click();
  await page.getByRole("button", { name: "Quitar: Nadia" }).click();
  await expect(page).toHaveURL(/\/enroll\/check$/);
  await wizard.submit();
  await expect(wizard.main).toContainText("Jana");
});
