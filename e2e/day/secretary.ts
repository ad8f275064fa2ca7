import type { BrowserContext, Page } from "@playwright/test";
import { runCommand } from "../support/pages/desk-pages";
import { openDesk } from "../support/pages/desk-session";
import type { Database, School } from "../support/servers/school";
import { expect, test } from "../support/test";
import { DeskUser } from "./desk-user";

test.use({ freshSchool: true, viewport: { width: 1280, height: 900 } });

/** Seconds to read a family, a page of the list, and a preview. */
const READ_SECONDS = { family: 6, list: 10, check: 8 };

/** Bounds of a Monday with forty families (docs/office/desk.md). */
const LIMITS = { clicks: 90, keys: 60, pages: 45, scrolls: 10, minutes: 11 };

const REJECTED = [3, 11, 19, 27, 35];
const LABELLED = [2, 12, 22, 32];
const NOTED = [5, 15, 25];
/** Five go to the waiting list; eight cannot be accepted because nothing is free. */
const WAITING = [4, 13, 21, 29, 37];
const NO_PLACE = [6, 9, 16, 18, 24, 30, 33, 38];
const FULL = [...WAITING, ...NO_PLACE];

/** Forty new families; thirteen choose places that are full. */
async function prepareMonday({ context, school, database }: Fixtures) {
  await runCommand(school, "demo", "enrollments", "40");
  for (const table of ["decisions", "places", "syllabus_choices", "enrollment_labels", "notes"])
    await database.query(`delete from ${table}`);
  await database.query("delete from speciality_choices where option > 1");
  await database.query(
    "update enrollments set decided_state = 'pending', state = 'pending', assigned_speciality_id = null, assigned_syllabus_id = null",
  );
  await database.query(
    `with numbered as (select id, school_year_id, row_number() over (order by created_at, id) as n from enrollments),
       years as (select school_year_id, min(id) as room, max(id) as full_up from specialities group by 1)
     insert into speciality_choices (enrollment_id, school_year_id, speciality_id, option)
     select id, school_year_id, case when n = any($1::int[]) then full_up else room end, 1
     from numbered join years using (school_year_id)
     on conflict (enrollment_id, option) do update set speciality_id = excluded.speciality_id`,
    [`{${FULL}}`],
  );
  await database.query(
    `insert into places (school_year_id, speciality_id, places)
     select school_year_id, max(id), 0 from specialities group by 1
     union all select school_year_id, min(id), 60 from specialities group by 1`,
  );
  await openDesk(context, school, "secretary");
}

type Fixtures = { context: BrowserContext; school: School; database: Database };

/** Opens the undecided list and its first family. */
async function openFirstFamily(user: DeskUser) {
  await user.open("/desk");
  const { page } = user;
  await user.followLink(page.locator("main").getByRole("link", { name: /pendientes/ }), () =>
    expect(page.locator("h1")).toContainText("40 solicitudes"),
  );
  await user.read(READ_SECONDS.list);
  await user.press("j", expectFamilyNumber(page, 1));
}

const pane = (page: Page) => page.locator("main aside");

/** The position in the list; decided families leave it. */
const expectFamilyNumber = (page: Page, number: number) => () =>
  expect(pane(page).locator("header nav")).toContainText(`${number} de`);

async function readFamily(user: DeskUser) {
  await user.read(
    READ_SECONDS.family,
    pane(user.page).locator(":is(a[href^='tel:'], a[href^='mailto:']):not(details a)").last(),
  );
}

/** Adds a label or note in the pane. */
async function addLabelOrNote(user: DeskUser, number: number) {
  const aside = pane(user.page);
  const expectStatus = (text: string) => () => expect(aside.locator("[role=status]")).toContainText(text);
  const findSummary = (text: string) => aside.locator("summary", { hasText: text });
  if (LABELLED.includes(number)) {
    await user.click(findSummary("Etiquetas"));
    await user.type(aside.locator("#label"), "beca");
    await user.press("Enter", expectStatus("La etiqueta"), { opensPage: false, isRoutine: true });
  }
  if (NOTED.includes(number)) {
    await user.click(findSummary("Notas"));
    await user.type(aside.locator("#note"), "Ha llamado la madre: prefiere los martes.");
    await user.click(aside.getByRole("button", { name: "Guardar la nota" }));
    await user.waitFor(expectStatus("La nota"));
  }
}

const readTotals = (database: Database) =>
  database.query(`
    select count(*) filter (where decided_state = 'accepted')::int as accepted,
      count(*) filter (where decided_state = 'waiting')::int as waiting,
      count(*) filter (where decided_state = 'rejected')::int as rejected,
      (select count(*)::int from enrollment_labels) as labels, (select count(*)::int from notes) as notes,
      (select count(distinct enrollment_id)::int from access_entries) as opened
    from enrollments`);

const EXPECTED_TOTALS = { accepted: 22, waiting: 13, rejected: 5, labels: 4, notes: 3, opened: 40 };

test("a secretary's day: forty new families, each read and decided beside the list", async ({
  page,
  context,
  school,
  database,
}) => {
  await prepareMonday({ context, school, database });
  const user = new DeskUser(page);
  await openFirstFamily(user);
  const seenKinds = new Set<string>();
  for (let number = 1; number <= 40; number++) {
    await readFamily(user);
    await addLabelOrNote(user, number);
    const name = await page.locator("#pane-title").textContent();
    const waitForNext = () =>
      expect(number < 40 ? page.locator("#pane-title") : page.locator("h1")).not.toHaveText(
        number < 40 ? (name ?? "") : "1 solicitud",
      );
    await decideFamily(user, number, seenKinds, waitForNext);
  }
  expect(await readTotals(database)).toEqual([EXPECTED_TOTALS]);
  user.expectWithinLimits("one by one", LIMITS);
});

async function decideFamily(
  user: DeskUser,
  number: number,
  seenKinds: Set<string>,
  waitForNext: () => Promise<unknown>,
) {
  const aside = pane(user.page);
  const isFirst = (kind: string) => !seenKinds.has(kind) && Boolean(seenKinds.add(kind));
  if (REJECTED.includes(number)) return reject(user, isFirst("rejected"), waitForNext);
  if (FULL.includes(number)) {
    const decide = aside.locator("button[value=next]:focus, button[value=decide]:focus");
    await user.press("w", () => decide.waitFor(), { opensPage: false });
    if (isFirst("waiting")) await user.read(READ_SECONDS.check);
    return user.press("Enter", waitForNext, { isRoutine: true });
  }
  if (!isFirst("accepted")) return user.press("a", waitForNext);
  await user.press("a", () => expect(user.page.locator("h1")).toContainText("Aceptar a"));
  await user.read(READ_SECONDS.check);
  await user.followLink(user.page.getByRole("button", { name: "Decidir y abrir la siguiente" }), waitForNext);
}

/** With a reason and text, after the preview. */
async function reject(user: DeskUser, isFirst: boolean, waitForNext: () => Promise<unknown>) {
  const aside = pane(user.page);
  await user.click(aside.locator("summary", { hasText: "No dar plaza" }));
  await user.select(aside.locator("#reason"), "no_place");
  await user.type(aside.locator("#words"), "El año que viene abrimos otro grupo: os avisaremos.");
  await user.click(aside.getByRole("button", { name: "Ver el correo" }).last());
  const decide = aside.getByRole("button", { name: "Decidir y abrir la siguiente" });
  await user.waitFor(() => decide.waitFor());
  await user.read(isFirst ? READ_SECONDS.check : READ_SECONDS.check / 4);
  await user.followLink(decide, waitForNext);
}

test("a secretary's day: forty new families, read first and decided together", async ({
  page,
  context,
  school,
  database,
}) => {
  await prepareMonday({ context, school, database });
  const user = new DeskUser(page);
  await openFirstFamily(user);
  for (let number = 1; number <= 40; number++) {
    await readFamily(user);
    await addLabelOrNote(user, number);
    const box = page.locator("tr[aria-current] input[type=checkbox]");
    if (REJECTED.includes(number))
      await user.press("x", () => expect(box).toBeChecked(), { opensPage: false });
    if (number < 40) await user.press("j", expectFamilyNumber(page, number + 1), { isRoutine: true });
  }
  const main = page.locator("main");
  const button = (name: string | RegExp) => main.getByRole("button", { name });
  await user.followLink(button("Sin plaza"), () => main.locator("#reason").waitFor());
  await user.select(main.locator("#reason"), "no_place");
  await user.type(main.locator("#words"), "El año que viene abrimos otro grupo: os avisaremos.");
  await finishBulkAction(user);

  await openUndecided(user, "35 solicitudes");
  // Waiting families keep their rows; rejected ones are gone.
  const rows = WAITING.map((number) => number - REJECTED.filter((rejected) => rejected < number).length);
  for (const row of rows) await user.click(main.locator("tbody input[type=checkbox]").nth(row - 1));
  await user.followLink(button("Lista de espera"), () => button("Ver qué pasaría").waitFor());
  await finishBulkAction(user);

  await openUndecided(user, "30 solicitudes");
  await user.click(main.getByRole("checkbox", { name: "Marcar todas las de esta página" }));
  await user.followLink(button(/Con las 30/), () =>
    expect(page.locator("h1")).toContainText("30 solicitudes elegidas"),
  );
  await user.followLink(main.getByRole("link", { name: "Aceptar por primera opción" }), () =>
    button("Ver qué pasaría").waitFor(),
  );
  await finishBulkAction(user);
  await user.followLink(button(/Trabajar con estas 8/), () =>
    expect(page.locator("h1")).toContainText("8 solicitudes elegidas"),
  );
  await user.followLink(main.getByRole("link", { name: "Poner en lista de espera" }), () =>
    button("Ver qué pasaría").waitFor(),
  );
  await finishBulkAction(user);
  expect(await readTotals(database)).toEqual([EXPECTED_TOTALS]);
  // Bulk actions add a preview page (desk 24).
  user.expectWithinLimits("together", { ...LIMITS, pages: 60 });
});

/** From a bulk action's form to its result. */
async function finishBulkAction(user: DeskUser) {
  const main = user.page.locator("main");
  await user.followLink(main.getByRole("button", { name: "Ver qué pasaría" }), () =>
    expect(user.page.locator("h1")).toContainText(/Cambia/),
  );
  await user.read(READ_SECONDS.check);
  await user.followLink(main.locator("form button[type=submit]").last(), () =>
    expect(main.locator("[role=status]")).toContainText(/Hecho con/),
  );
}

/** Undecided families in list order. */
async function openUndecided(user: DeskUser, title: string) {
  await user.open("/desk/enrollments?state=pending&sort=oldest");
  await expect(user.page.locator("h1")).toContainText(title);
}
