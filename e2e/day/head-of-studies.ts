import type { Page } from "@playwright/test";
import { schoolCommand } from "../support/pages/desk-pages";
import { openDesk } from "../support/pages/desk-session";
import type { Database, School } from "../support/servers/school";
import { expect, test } from "../support/test";
import { DeskUser } from "./desk-user";

test.use({ ownSchool: true, viewport: { width: 1280, height: 900 } });

/** Seconds to read a preview, the board, and one speciality's students. */
const READ = { before: 8, board: 15, lane: 20 };

/** Bounds from freezing the list to notifying it (docs/office/admission.md). */
const MOST = { clicks: 13, keys: 0, letters: 16, pages: 13, scrolls: 4, minutes: 2.5 };

const NUMBER = "048 275 916";

/** An open round with sixty families, confirmed claims and few places. */
async function aRoundToClose({ school, database }: { school: School; database: Database }) {
  await schoolCommand(school, "demo", "enrollments", "60");
  for (const table of ["decisions", "places"]) await database.query(`delete from ${table}`);
  await database.query(
    "update enrollments set decided_state = 'pending', state = 'pending', assigned_speciality_id = null, assigned_syllabus_id = null",
  );
  const [row] = await database.query<{ year: number }>(
    "select school_year_id as year from enrollments group by 1 order by count(*) desc limit 1",
  );
  const year = row?.year ?? 0;
  await database.query(
    "insert into places (school_year_id, speciality_id, places) select school_year_id, id, 2 from specialities where school_year_id = $1",
    [year],
  );
  await database.query(
    "insert into rounds (school_year_id, code, name, state) values ($1, '2027-mayo', 'Convocatoria de mayo', 'open')",
    [year],
  );
  return year;
}

test("a head's day: the list closed, the number typed by two, the draft read, both lists published and told", async ({
  browser,
  page,
  context,
  school,
  database,
}) => {
  const year = await aRoundToClose({ school, database });
  await openDesk(context, school, "head", "Marta Vila");
  const other = await (await browser.newContext()).newPage();
  await openDesk(other.context(), school, "secretary", "Rosa Pi");
  const hand = new DeskUser(page);
  const main = page.locator("main");
  const button = (name: string | RegExp) => main.getByRole("button", { name });
  const says = (words: string | RegExp) => () => expect(main).toContainText(words);

  await hand.open(`/desk/round?year=${year}`);
  await hand.read(READ.before, main.locator("dl").last());
  await hand.follow(main.getByRole("link", { name: "Ver qué se cierra" }), () =>
    button("Cerrar la lista").waitFor(),
  );
  await hand.follow(button("Cerrar la lista"), says("Falta el número del sorteo"));
  await hand.write(main.locator("#number"), NUMBER);
  await hand.follow(button("Guardar mi número"), says("Ya has escrito el número"));
  await typeAgain(other, year);

  await hand.open(`/desk/round?year=${year}`);
  await hand.read(READ.board);
  await hand.follow(main.locator("li[id^=lane-] a").first(), () => main.locator("table").waitFor());
  await hand.read(READ.lane);
  await hand.follow(button("Publicar la lista provisional"), says("La lista provisional es pública"));
  await hand.follow(button("Publicar la lista definitiva"), says("La lista es definitiva"));
  await hand.follow(main.getByRole("link", { name: "Comunicar decisiones" }), () =>
    button("Ver qué pasaría").waitFor(),
  );
  await hand.follow(button("Ver qué pasaría"), () =>
    expect(page.locator("h1")).toContainText(/Comunicar \d+/),
  );
  await hand.read(READ.before);
  const count = /\d+/.exec((await page.locator("h1").textContent()) ?? "")?.[0] ?? "";
  const typed = main.locator("input[name=typed]:not([type=hidden])");
  if (await typed.count()) await hand.write(typed, count);
  await hand.follow(button(/^Comunicar \d+/), () =>
    expect(main.locator("[role=status]").first()).toBeVisible(),
  );

  const told = await database.query<{ count: number }>(
    "select count(*)::int as count from decisions where with_list and tell_at is not null",
  );
  expect(told).toEqual([{ count: Number(count) }]);
  hand.keepsWithin("a head's day", MOST);
});

/** The second person's time is not counted. */
async function typeAgain(page: Page, year: number) {
  await page.goto(`/desk/round?year=${year}`);
  await page.locator("#number").fill(NUMBER);
  await page.locator("main").getByRole("button", { name: "Comparar y publicar" }).click();
  await expect(page.locator("main")).toContainText("El sorteo está hecho");
}
