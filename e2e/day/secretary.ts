import type { BrowserContext, Page } from "@playwright/test";
import { schoolCommand } from "../support/pages/desk-pages";
import { openDesk } from "../support/pages/desk-session";
import type { Database, School } from "../support/servers/school";
import { expect, test } from "../support/test";
import { DeskUser } from "./desk-user";

test.use({ ownSchool: true, viewport: { width: 1280, height: 900 } });

/** Seconds to read a family, a page of the list, and a preview. */
const READ = { family: 6, list: 10, check: 8 };

/** Bounds of a Monday with forty families (docs/office/desk.md). */
const MOST = { clicks: 90, keys: 60, pages: 45, scrolls: 10, minutes: 11 };

const REJECTED = [3, 11, 19, 27, 35];
const LABELLED = [2, 12, 22, 32];
const NOTED = [5, 15, 25];
/** Five go to the waiting list; eight cannot be accepted because nothing is free. */
const WAITING = [4, 13, 21, 29, 37];
const NO_PLACE = [6, 9, 16, 18, 24, 30, 33, 38];
const FULL = [...WAITING, ...NO_PLACE];

/** Forty new families; thirteen choose places that are full. */
async function aMonday({ context, school, database }: Given) {
  await schoolCommand(school, "demo", "enrollments", "40");
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

type Given = { context: BrowserContext; school: School; database: Database };

/** Opens the undecided list and its first family. */
async function begin(hand: DeskUser) {
  await hand.open("/desk");
  const { page } = hand;
  await hand.follow(page.locator("main").getByRole("link", { name: /pendientes/ }), () =>
    expect(page.locator("h1")).toContainText("40 solicitudes"),
  );
  await hand.read(READ.list);
  await hand.key("j", familyNumber(page, 1));
}

const pane = (page: Page) => page.locator("main aside");

/** The position in the list; decided families leave it. */
const familyNumber = (page: Page, number: number) => () =>
  expect(pane(page).locator("header nav")).toContainText(`${number} de`);

async function readFamily(hand: DeskUser) {
  await hand.read(
    READ.family,
    pane(hand.page).locator(":is(a[href^='tel:'], a[href^='mailto:']):not(details a)").last(),
  );
}

/** Adds a label or note in the pane. */
async function remark(hand: DeskUser, number: number) {
  const beside = pane(hand.page);
  const said = (words: string) => () => expect(beside.locator("[role=status]")).toContainText(words);
  const fold = (words: string) => beside.locator("summary", { hasText: words });
  if (LABELLED.includes(number)) {
    await hand.press(fold("Etiquetas"));
    await hand.write(beside.locator("#label"), "beca");
    await hand.key("Enter", said("La etiqueta"), { leads: false, known: true });
  }
  if (NOTED.includes(number)) {
    await hand.press(fold("Notas"));
    await hand.write(beside.locator("#note"), "Ha llamado la madre: prefiere los martes.");
    await hand.press(beside.getByRole("button", { name: "Guardar la nota" }));
    await hand.until(said("La nota"));
  }
}

const stored = (database: Database) =>
  database.query(`
    select count(*) filter (where decided_state = 'accepted')::int as accepted,
      count(*) filter (where decided_state = 'waiting')::int as waiting,
      count(*) filter (where decided_state = 'rejected')::int as rejected,
      (select count(*)::int from enrollment_labels) as labels, (select count(*)::int from notes) as notes,
      (select count(distinct enrollment_id)::int from access_entries) as opened
    from enrollments`);

const DONE = { accepted: 22, waiting: 13, rejected: 5, labels: 4, notes: 3, opened: 40 };

test("a secretary's day: forty new families, each read and decided beside the list", async ({
  page,
  context,
  school,
  database,
}) => {
  await aMonday({ context, school, database });
  const hand = new DeskUser(page);
  await begin(hand);
  const seen = new Set<string>();
  for (let number = 1; number <= 40; number++) {
    await readFamily(hand);
    await remark(hand, number);
    const name = await page.locator("#pane-title").textContent();
    const gone = () =>
      expect(number < 40 ? page.locator("#pane-title") : page.locator("h1")).not.toHaveText(
        number < 40 ? (name ?? "") : "1 solicitud",
      );
    await decideOne(hand, number, seen, gone);
  }
  expect(await stored(database)).toEqual([DONE]);
  hand.keepsWithin("one by one", MOST);
});

async function decideOne(hand: DeskUser, number: number, seen: Set<string>, gone: () => Promise<unknown>) {
  const beside = pane(hand.page);
  const isFirst = (kind: string) => !seen.has(kind) && Boolean(seen.add(kind));
  if (REJECTED.includes(number)) return reject(hand, isFirst("rejected"), gone);
  if (FULL.includes(number)) {
    const decide = beside.locator("button[value=next]:focus, button[value=decide]:focus");
    await hand.key("w", () => decide.waitFor(), { leads: false });
    if (isFirst("waiting")) await hand.read(READ.check);
    return hand.key("Enter", gone, { known: true });
  }
  if (!isFirst("accepted")) return hand.key("a", gone);
  await hand.key("a", () => expect(hand.page.locator("h1")).toContainText("Aceptar a"));
  await hand.read(READ.check);
  await hand.follow(hand.page.getByRole("button", { name: "Decidir y abrir la siguiente" }), gone);
}

/** With a reason and text, after the preview. */
async function reject(hand: DeskUser, isFirst: boolean, gone: () => Promise<unknown>) {
  const beside = pane(hand.page);
  await hand.press(beside.locator("summary", { hasText: "No dar plaza" }));
  await hand.pick(beside.locator("#reason"), "no_place");
  await hand.write(beside.locator("#words"), "El año que viene abrimos otro grupo: os avisaremos.");
  await hand.press(beside.getByRole("button", { name: "Ver el correo" }).last());
  const decide = beside.getByRole("button", { name: "Decidir y abrir la siguiente" });
  await hand.until(() => decide.waitFor());
  await hand.read(isFirst ? READ.check : READ.check / 4);
  await hand.follow(decide, gone);
}

test("a secretary's day: forty new families, read first and decided together", async ({
  page,
  context,
  school,
  database,
}) => {
  await aMonday({ context, school, database });
  const hand = new DeskUser(page);
  await begin(hand);
  for (let number = 1; number <= 40; number++) {
    await readFamily(hand);
    await remark(hand, number);
    const box = page.locator("tr[aria-current] input[type=checkbox]");
    if (REJECTED.includes(number)) await hand.key("x", () => expect(box).toBeChecked(), { leads: false });
    if (number < 40) await hand.key("j", familyNumber(page, number + 1), { known: true });
  }
  const main = page.locator("main");
  const button = (name: string | RegExp) => main.getByRole("button", { name });
  await hand.follow(button("No dar plaza"), () => main.locator("#reason").waitFor());
  await hand.pick(main.locator("#reason"), "no_place");
  await hand.write(main.locator("#words"), "El año que viene abrimos otro grupo: os avisaremos.");
  await finish(hand);

  await undecided(hand, "35 solicitudes");
  // Waiting families keep their rows; rejected ones are gone.
  const rows = WAITING.map((number) => number - REJECTED.filter((rejected) => rejected < number).length);
  for (const row of rows) await hand.press(main.locator("tbody input[type=checkbox]").nth(row - 1));
  await hand.follow(button("Poner en lista de espera"), () => button("Ver qué pasaría").waitFor());
  await finish(hand);

  await undecided(hand, "30 solicitudes");
  await hand.press(main.getByRole("checkbox", { name: "Marcar todas las de esta página" }));
  await hand.follow(button(/Con las 30/), () =>
    expect(page.locator("h1")).toContainText("30 solicitudes elegidas"),
  );
  await hand.follow(main.getByRole("link", { name: "Aceptar por primera opción" }), () =>
    button("Ver qué pasaría").waitFor(),
  );
  await finish(hand);
  await hand.follow(button(/Trabajar con estas 8/), () =>
    expect(page.locator("h1")).toContainText("8 solicitudes elegidas"),
  );
  await hand.follow(main.getByRole("link", { name: "Poner en lista de espera" }), () =>
    button("Ver qué pasaría").waitFor(),
  );
  await finish(hand);
  expect(await stored(database)).toEqual([DONE]);
  // Bulk actions add a preview page (desk 24).
  hand.keepsWithin("together", { ...MOST, pages: 60 });
});

/** From a bulk action's form to its result. */
async function finish(hand: DeskUser) {
  const main = hand.page.locator("main");
  await hand.follow(main.getByRole("button", { name: "Ver qué pasaría" }), () =>
    expect(hand.page.locator("h1")).toContainText(/Cambia/),
  );
  await hand.read(READ.check);
  await hand.follow(main.locator("form button[type=submit]").last(), () =>
    expect(main.locator("[role=status]")).toContainText(/Hecho con/),
  );
}

/** Undecided families in list order. */
async function undecided(hand: DeskUser, words: string) {
  await hand.open("/desk/enrollments?state=pending&sort=oldest");
  await expect(hand.page.locator("h1")).toContainText(words);
}
