import { anAdult } from "@/test/support/data/factories";
import type { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll, expectTouchSizes } from "../support/checks/small-screen";
import { clickButton, openDesk } from "../support/pages/desk-session";
import type { Database } from "../support/servers/school";
import { expect, test } from "../support/test";

test.use({ freshSchool: true });

/** Enrolls an applicant for a speciality. */
async function enrollFamily(api: ApiClient, database: Database, name: string, speciality: number) {
  const adult = {
    ...anAdult({ student_name: name, student_speciality_option1: speciality }),
    school_year_id: (await api.getCurrentYear()).id,
  };
  expect((await api.enrollAdult(adult)).status).toBe(201);
  // The tests' key is a test key, but the desk counts live enrollments.
  const [row] = await database.query<{ reference: string }>(
    "update enrollments e set test = false from people p where p.id = e.student_id and p.email = $1 returning reference",
    [adult.student_email],
  );
  return { reference: row?.reference as string, email: adult.student_email, name };
}

async function addLabel(database: Database, families: { reference: string }[]): Promise<number> {
  const [label] = await database.query<{ id: number }>(
    `insert into labels (name, name_key) values ('beca', 'beca')
     on conflict (name_key) do update set name = excluded.name returning id`,
  );
  await database.query(
    "insert into enrollment_labels (enrollment_id, label_id) select id, $1 from enrollments where reference = any($2)",
    [label?.id, families.map(({ reference }) => reference)],
  );
  return label?.id as number;
}

/** Reading labels fails as when PostgreSQL shuts down; decisions do not read them. */
const BREAK_LABELS = `
  alter table enrollment_labels rename to enrollment_labels_kept;
  create function away() returns table (enrollment_id uuid, label_id integer) language plpgsql as
    $$ begin raise exception 'away' using errcode = '57P01'; end $$;
  create view enrollment_labels as select * from away();`;
const RESTORE_LABELS = `
  drop view enrollment_labels;
  drop function away;
  alter table enrollment_labels_kept rename to enrollment_labels;`;

test("a place is assigned, undone, assigned again and announced; the next applicant waits (desk 11, 12, 19–23)", async ({
  page,
  context,
  school,
  api,
  database,
  mailbox,
}) => {
  const [speciality] = await database.query<{ id: number; name: string }>(
    "select id, name from specialities where school_year_id = $1 order by id limit 1",
    [(await api.getCurrentYear()).id],
  );
  const { id, name } = speciality as { id: number; name: string };
  const [ada, berta] = [
    await enrollFamily(api, database, "Ada", id),
    await enrollFamily(api, database, "Berta", id),
  ];
  await openDesk(context, school, "head");

  // One place for two.
  await expect(async () => {
    await page.goto("/desk/places"); // the first page may be refused by load shedding
    await expect(page.locator(`#limit-${id}-`)).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.locator(`#limit-${id}-`).fill("uno");
  await clickButton(page, "Guardar las plazas");
  await expect(page.locator("main [data-error-summary]")).toContainText(`Plazas de ${name}: El número`);
  await expect(page.locator(`#limit-${id}-`)).toHaveValue("uno");
  await page.locator(`#limit-${id}-`).fill("1");
  await clickButton(page, "Guardar las plazas");
  await expect(page.locator("main [role=status]").first()).toContainText("Las plazas están guardadas");
  const row = page.locator("tr", { has: page.locator(`#limit-${id}-`) });
  await expect(row.locator(`td[data-label="Primera opción"]`)).toContainText("2");

  // The preview shows Ada's mail; the decision is undone and repeated.
  const acceptUrl = `/desk/enrollments/${ada.reference}/decide/accepted`;
  await page.goto(`/desk/enrollments/${ada.reference}`);
  await page.locator(`main a[href="${acceptUrl}"]`).click();
  await expect(page.locator("#speciality")).toHaveValue(String(id));
  await expect(page.locator("#speciality option:checked")).toContainText("1 plaza libre");
  await expect(page.locator("main article")).toContainText(ada.email);
  await expect(page.locator("main article")).toContainText(`tienes plaza en la escuela para el curso`);
  await expectAccessible(page, "decide");
  await clickButton(page, "Aceptar");
  await expect(page.locator("main [role=status]").first()).toContainText("La decisión está guardada");
  await expect(page.locator("#decision")).toContainText("La familia lo sabrá el");
  await expect(page.locator("#timeline")).toContainText("Marta Vila");
  await expectAccessible(page, "decided");
  expect((await mailbox.listMails()).filter(({ kind }) => kind === "accepted")).toEqual([]);
  await clickButton(page, "Deshacer la decisión");
  await expect(page.locator("main [role=status]").first()).toContainText("deshecha");

  // A conflict: shows the colleague's decision, saves nothing and keeps the input.
  await page.goto(acceptUrl);
  await page.locator("#inside").fill("Hermana de Carla");
  await database.query("update enrollments set version = version + 1 where reference = $1", [ada.reference]);
  await clickButton(page, "Aceptar");
  await expect(page.locator("main [data-error-summary]")).toContainText("El último cambio: Marta Vila");
  await expect(page.locator("#inside")).toHaveValue("Hermana de Carla");
  await page.locator("#tell").selectOption("now");
  await clickButton(page, "Aceptar");
  await expect(page.locator("#decision")).toContainText(name);
  const mails = await mailbox.waitForMails(ada.email, 2);
  expect(mails.map(({ kind }) => kind).sort()).toEqual(["accepted", "adult_student"]);

  // Berta goes to the waiting list, with a previewed text.
  await page.goto(`/desk/enrollments/${berta.reference}/decide/accepted`);
  await clickButton(page, "Aceptar");
  await expect(page.locator("main [data-error-summary]")).toContainText("No queda ninguna plaza libre");
  await page.goto(`/desk/enrollments/${berta.reference}/decide/waiting`);
  await page.locator("#tell").selectOption("with_list");
  await clickButton(page, "Poner en lista de espera");
  await expect(page.locator("#decision")).toContainText("con la lista del curso");
  await page.goto("/desk/waiting-list");
  const waiting = page.locator("main tbody tr");
  await expect(waiting).toContainText("No queda ninguna plaza libre");
  await expect(waiting).toContainText("Berta");
  await expectAccessible(page, "waiting list");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await waiting.getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(/how=waits/);
  await expect(page.locator("main tbody tr")).toContainText("Berta");
  await expectAccessible(page, "whole waiting list");
  await page.locator("main tbody th a").click();
  await expect(page.getByRole("navigation", { name: "En la lista" })).toContainText("1 de 1");

  await page.goto(`/desk/enrollments/${ada.reference}/decide/withdrawn`);
  await page.locator("#reason").selectOption("no_answer");
  await page.locator("#words").fill("Te llamamos tres veces.");
  await expect(page.locator("#tell")).toHaveValue("with_list"); // as the year's last decision
  await page.locator("#tell").selectOption("held");
  await clickButton(page, "Ver el correo");
  await expect(page.locator("main article")).toContainText("Te llamamos tres veces.");
  await expect(page.locator("main article")).toContainText("No hemos recibido respuesta");
  await expect(page.locator("#words")).toHaveValue("Te llamamos tres veces.");
  await clickButton(page, "Retirar la solicitud");
  await expect(page.locator("main [role=status]").first()).toContainText("La decisión está guardada");
  await page.goto("/desk/waiting-list");
  await expect(waiting.locator("td").first()).toHaveText("1");
  // A proposed place is gone meanwhile: the list is new, and the reason stays.
  await database.query("update places set places = 0 where speciality_id = $1", [id]);
  await clickButton(page, "Darle la plaza");
  const refusal = page.locator("main [data-error-summary]");
  await expect(refusal).toContainText("No se ha dado ninguna plaza");
  await expect(refusal).toContainText(`${berta.reference}: No queda plaza`);
  await expect(page.getByRole("button", { name: "Darle la plaza" })).toHaveCount(0);
  await expect(waiting.locator("td").first()).toHaveText("0");
  await expect(refusal).toBeVisible();
  await database.query("update places set places = 1 where speciality_id = $1", [id]);

  // Notifies the list.
  await page.goto("/desk/tell");
  await expect(page.locator("main dl")).toHaveText(/En lista de espera\s*1/);
  await expectAccessible(page, "tell");
  await clickButton(page, "Ver qué pasaría");
  await expect(page.locator("h1")).toContainText("Comunicar 1 decisión");
  await expect(page.locator("main article")).toContainText(berta.email);
  await expect(page.locator("#waited-for")).toContainText(`${name}: 1 plaza libre, 1 en espera la pide`);
  await expectAccessible(page, "tell check");
  await page.locator("main").getByRole("link", { name: "1 en lista de espera" }).click();
  await expect(page.locator("h1")).toContainText("1 solicitud");
  await page.goBack();
  await clickButton(page, "Comunicar 1 decisión");
  await expect(page.locator("main [role=status]").first()).toContainText("La lista se comunica");
  await expect(page.getByRole("button", { name: "Que la lista espere de nuevo" })).toBeVisible();
  await database.query("update decisions set tell_at = now() where tell_at > now() and with_list");
  expect((await mailbox.waitForMails(berta.email, 2)).map(({ kind }) => kind)).toContain("waiting");

  // The database fails between a decision and finding the next enrollment: the result is shown anyway.
  const label = await addLabel(database, [ada, berta]);
  await page.goto(`/desk/enrollments/${berta.reference}/decide/rejected?list=label%3D${label}`);
  await page.locator("#reason").selectOption({ index: 1 });
  await database.query(BREAK_LABELS);
  await clickButton(page, "Decidir y abrir la siguiente");
  await expect(page.locator("main [role=status]").first()).toContainText("La decisión está guardada");
  await expect(page.locator("main #decision")).toHaveCount(0);
  await database.query(RESTORE_LABELS);
  await expect(page.locator("main #decision")).toContainText("La familia lo sabrá el");
});

test("every decision page fits a phone in three languages; a place that was not requested is accepted after the preview", async ({
  page,
  context,
  school,
  api,
  database,
}) => {
  const [speciality] = await database.query<{ id: number }>(
    "select id from specialities where school_year_id = $1 limit 1",
    [(await api.getCurrentYear()).id],
  );
  const { reference } = await enrollFamily(api, database, "Carla", speciality?.id as number);
  await openDesk(context, school, "admin");
  await page.setViewportSize({ width: 360, height: 740 });
  for (const prefix of ["", "/ca", "/en"]) {
    for (const path of [
      "places",
      "waiting-list",
      "tell",
      ...["accepted", "waiting", "rejected", "withdrawn"].map(
        (state) => `enrollments/${reference}/decide/${state}`,
      ),
    ]) {
      await page.goto(`${prefix}/desk/${path}`);
      await expectNoHorizontalScroll(page);
      await expectTouchSizes(page);
      await expect(page.locator("main")).not.toContainText(/decisions\.|desk\./);
    }
  }
  await page.goto("/desk/places");
  await expectAccessible(page, "places");

  await context.clearCookies();
  await openDesk(context, school, "secretary");
  // A place that was not requested is accepted after the preview.
  const acceptButton = page.getByRole("button", { name: "Aceptar", exact: true });
  await page.goto(`/desk/enrollments/${reference}/decide/accepted`);
  const [instrument, course] = [page.locator("#speciality"), page.locator("#syllabus")];
  await expect(instrument).toHaveValue(String(speciality?.id));
  await expect(course).toHaveValue("");
  await expect(course).toContainText(" · sin límite");
  // A course that is full with one speciality is free with another.
  const full = await course.locator("option").nth(1).getAttribute("value");
  await database.query(
    `insert into places (school_year_id, speciality_id, syllabus_id, places)
     select school_year_id, id, $2, 0 from specialities where id = $1`,
    [speciality?.id, Number(full)],
  );
  await page.reload();
  await expect(course.locator(`option[value="${full}"]`)).toHaveCount(0);
  await instrument.selectOption({ index: 2 });
  await course.selectOption(full);
  await expect(acceptButton).toBeVisible();
  await database.query(
    "insert into places (school_year_id, speciality_id, places) select school_year_id, id, 0 from specialities where id = $1",
    [speciality?.id],
  );
  await page.reload();
  await expect(page.locator("main")).toContainText("De lo que pidió no hay nada que puedas dar");
  await expect(acceptButton).toHaveCount(0);
  await expect(instrument).toHaveValue("");
  await expectAccessible(page, "decide in turn");
  await instrument.selectOption({ index: 1 });
  await clickButton(page, "Ver el correo");
  await clickButton(page, "Aceptar");
  await expect(page.locator("main [role=status]").first()).toContainText("La decisión está guardada");
});
