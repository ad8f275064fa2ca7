import { text } from "node:stream/consumers";
import { anAdult } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll, expectTouchSizes } from "../support/checks/small-screen";
import { getLinks } from "../support/mailbox";
import { AccountPages } from "../support/pages/account-pages";
import { clickButton, openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

test.use({ freshSchool: true });

test("many enrollments are accepted at once after a preview and undone (desk 24); one family is asked, two are written to (desk 37, 38)", async ({
  page,
  context,
  school,
  api,
  database,
  mailbox,
  browser,
}) => {
  const { id: year } = await api.getCurrentYear();
  const [speciality] = await database.query<{ id: number }>(
    "select id from specialities where school_year_id = $1 order by id limit 1",
    [year],
  );
  const [emails, birthDates]: [string[], string[]] = [[], []];
  for (const [name, option] of [
    ["Ada", speciality?.id],
    ["Berta", speciality?.id],
    ["Carla", undefined],
  ] as const) {
    const body = anAdult({ student_name: name, student_speciality_option1: option });
    emails.push(body.student_email);
    birthDates.push(body.student_birth_date);
    expect((await api.enrollAdult({ ...body, school_year_id: year })).status).toBe(201);
  }
  await database.query("update enrollments set test = false");
  await openDesk(context, school, "secretary");
  await page.setViewportSize({ width: 360, height: 740 });

  await page.goto("/desk/enrollments?sort=oldest");
  await expect(page.getByRole("button", { name: "Más…" })).toBeHidden(); // until a row is selected
  for (const name of ["Ada", "Carla"]) await page.getByRole("checkbox", { name }).check();
  await expectNoHorizontalScroll(page);
  await clickButton(page, "Más…");
  await expect(page.locator("h1")).toContainText("2 solicitudes elegidas");
  await page.locator("main").getByRole("link", { name: "Aceptar por primera opción" }).click();
  await expectAccessible(page, "bulk");
  await expectTouchSizes(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const action of await page.locator("main nav.tabs a").all())
    await expect(action).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await clickButton(page, "Ver qué pasaría");
  await expect(page.locator("h1")).toContainText("Cambia 1 solicitud");
  await expect(page.locator("main form tbody tr", { hasText: "Ada" })).toBeVisible(); // who gets what
  await expect(page.locator("main article")).toContainText("Ada"); // the collapsed mail
  await expect(page.locator("main tbody tr", { hasText: "Carla" })).toContainText(
    "no eligió ni especialidad",
  );
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, "bulk check");
  await clickButton(page, "Aceptar 1 solicitud");

  await expect(async () => {
    await expect(page.locator("main [role=status]")).toContainText("Hecho con 1 de 2", { timeout: 1000 });
  }).toPass();
  await expect(page.locator("main tbody tr", { hasText: "Carla" })).toBeVisible();
  await expectAccessible(page, "bulk report");
  const readDecided = () =>
    database.query("select 1 from enrollments where decided_state = 'accepted' and state = 'pending'");
  expect(await readDecided()).toHaveLength(1);
  await clickButton(page, "Deshacer todas las decisiones");
  await expect(async () => {
    await expect(page.locator("h1")).toHaveText("Deshecho", { timeout: 1000 });
  }).toPass();
  expect(await readDecided()).toHaveLength(0);

  // Skipped enrollments become a new bulk action.
  const report = page.url();
  await database.query("update bulk_actions set status = 'done' where id = $1", [
    new URL(report).pathname.split("/").at(-1),
  ]);
  await page.goto(report);
  await clickButton(page, "Trabajar con esta solicitud");
  await expect(page.locator("h1")).toContainText("1 solicitud elegida");
  await page.goto("/desk/enrollments?sort=oldest");

  // "All that match" keeps filter and search.
  await page.locator("input[name=words]").fill("berta");
  await page.locator("search button").click();
  await expect(page.locator("h1")).toHaveText("1 solicitud");
  await page.getByRole("checkbox", { name: "Berta" }).check();
  await clickButton(page, "Con la única…");
  await expect(page.locator("h1")).toContainText("1 solicitud elegida");

  // An export with selected columns (desk 25).
  await page.locator("main").getByRole("link", { name: "Descargar" }).click();
  await page.locator("#format").selectOption("csv;");
  await page.locator("#student_name").check();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, "export");
  await clickButton(page, "Preparar el archivo");
  const file = page.locator("main").getByRole("link", { name: "Descargar (1 solicitud)" });
  await expect(async () => {
    await expect(file).toBeVisible({ timeout: 1000 });
  }).toPass();
  const download = page.waitForEvent("download");
  await file.click();
  const stream = await (await download).createReadStream();
  expect(await text(stream)).toBe("Alumno o alumna: Nombre\r\nBerta\r\n");

  // A question by the desk, answered by link.
  const [ada, , carla] = emails as [string, string, string];
  const [{ reference } = { reference: "" }] = await database.query<{ reference: string }>(
    "select reference from enrollments e join people p on p.id = e.student_id where p.email = $1",
    [ada],
  );
  await page.goto(`/desk/enrollments/${reference}/ask`);
  await page.locator("#words").fill("¿Puedes los jueves?");
  await clickButton(page, "Enviar la pregunta");
  await expect(page.locator("main")).toContainText("Espera respuesta");
  const question = (await mailbox.waitForMails(ada, 2)).find(({ kind }) => kind === "question");
  const familyPage = await (await browser.newContext({ locale: "es" })).newPage();
  await familyPage.goto(
    question ? (getLinks(question).find((url) => url.includes("/answer/")) as string) : "",
  );
  await new AccountPages(familyPage).submitBirthDate(birthDates[0] as string);
  await familyPage.locator("[name=reply]").fill("Los jueves sí.");
  await familyPage.getByRole("button", { name: "Enviar la respuesta" }).click();
  await expect(familyPage.locator("main h1")).toHaveText("No hay nada que contestar");
  await page.goto(`/desk/enrollments/${reference}`);
  await expect(page.locator("main")).toContainText("Los jueves sí.");

  // A mail to two; without a confirmed address the subject contains no name.
  await page.goto("/desk/enrollments?sort=oldest");
  for (const name of ["Ada", "Carla"]) await page.getByRole("checkbox", { name }).check();
  await clickButton(page, "Más…");
  await page
    .locator("main")
    .getByRole("link", { name: /^Escribir/ })
    .click();
  await page.locator("#subject_es").fill("Aviso para {alumno}");
  await page.locator("#text_es").fill("{alumno}: el martes no hay clase.");
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, "a group message");
  await clickButton(page, "Ver qué pasaría");
  await expect(page.locator("h1")).toHaveText("Escribir a las familias de 2 solicitudes");
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, "a group message, preview");
  await clickButton(page, "Escribir a las familias de 2 solicitudes");
  const [message] = (await mailbox.waitForMails(ada, 3)).filter(({ kind }) => kind === "group_message");
  expect(message).toMatchObject({ subject: `Aviso para ${reference}` });
  expect(message?.text).toContain("Ada: el martes no hay clase.");
  expect((await mailbox.waitForMails(carla, 2)).map(({ kind }) => kind)).toContain("group_message");
  await page.goto(`/desk/enrollments/${reference}`);
  await expect(page.locator("#timeline")).toContainText("La escuela escribió: «Aviso");

  // A label is removed; there is no decision to undo.
  await page.goto("/desk/enrollments?sort=oldest");
  await page.getByRole("checkbox", { name: "Ada" }).check();
  await clickButton(page, "Más…");
  await page.locator("main").getByRole("link", { name: "Poner una etiqueta" }).click();
  await page.locator("#label").fill("beca");
  await clickButton(page, "Ver qué pasaría");
  await clickButton(page, "Poner la etiqueta a 1 solicitud");
  await clickButton(page, "Quitar la etiqueta de todas");
  await expect(async () => {
    await expect(page.locator("h1")).toHaveText("Deshecho", { timeout: 1000 });
  }).toPass();
  expect(await database.query("select 1 from enrollment_labels")).toHaveLength(0);
});

test("the selection survives paging, and bulk actions use all of it (desk 24)", async ({
  page,
  context,
  school,
}) => {
  await school.enrollFamilies?.(60);
  await openDesk(context, school, "secretary");
  await page.goto("/desk/enrollments");
  const boxes = page.locator("main tbody input[type=checkbox]");
  for (const index of [0, 2]) await boxes.nth(index).check();
  await clickButton(page, "Siguientes");
  await expect(page.locator("main")).toContainText("2 solicitudes marcadas");
  await boxes.nth(1).check();
  await clickButton(page, "Anteriores");
  await expect(page.locator("main")).toContainText("3 solicitudes marcadas");
  for (const index of [0, 2]) await expect(boxes.nth(index)).toBeChecked();
  await boxes.nth(0).uncheck();
  await boxes.nth(4).check();
  await page.locator("main tbody a").first().click();
  await expect(page.locator("#pane-title")).toBeVisible();
  await page.goBack();
  await expect(page.locator("#pane-title")).toHaveCount(0);
  await expect(boxes.nth(4)).toBeChecked();
  await expect(boxes.nth(0)).not.toBeChecked();
  await clickButton(page, "Más…");
  await expect(page.locator("h1")).toContainText("3 solicitudes elegidas");
});
