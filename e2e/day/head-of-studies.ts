import type { Page } from "@playwright/test";
import { runCommand } from "../support/pages/desk-pages";
import { openDesk } from "../support/pages/desk-session";
import type { Database, School } from "../support/servers/school";
import { expect, test } from "../support/test";
import { DeskUser } from "./desk-user";

test.use({ freshSchool: true, viewport: { width: 1280, height: 900 } });

/** Seconds to read a preview, the board, and one speciality's students. */
const READ_SECONDS = { preview: 8, board: 15, group: 20 };

/** Bounds from freezing the list to notifying it (docs/office/admission.md). */
const LIMITS = { clicks: 13, keys: 0, letters: 16, pages: 13, scrolls: 4, minutes: 2.5 };

const LOTTERY_NUMBER = "048 275 916";

/** An open round with sixty families, confirmed claims and few places. */
async function prepareOpenRound({ school, database }: { school: School; database: Database }) {
  await runCommand(school, "demo", "enrollments", "60");
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

test("a head's day: the list closed, the lottery number entered twice, both lists published and notified", async ({
  browser,
  page,
  context,
  school,
  database,
}) => {
  const year = await prepareOpenRound({ school, database });
  await openDesk(context, school, "head", "Marta Vila");
  const secretaryPage = await (await browser.newContext()).newPage();
  await openDesk(secretaryPage.context(), school, "secretary", "Rosa Pi");
  const user = new DeskUser(page);
  const main = page.locator("main");
  const button = (name: string | RegExp) => main.getByRole("button", { name });
  const expectText = (text: string | RegExp) => () => expect(main).toContainText(text);

  await user.open(`/desk/round?year=${year}`);
  await user.read(READ_SECONDS.preview, main.locator("#before-freeze"));
  await user.followLink(main.getByRole("link", { name: "Ver qué se cierra" }), () =>
    button("Cerrar la lista").waitFor(),
  );
  await user.followLink(button("Cerrar la lista"), expectText("Falta el número del sorteo"));
  await user.type(main.locator("#number"), LOTTERY_NUMBER);
  await user.followLink(button("Guardar mi número"), expectText("Ya has escrito el número"));
  await confirmNumber(secretaryPage, year);

  await user.open(`/desk/round?year=${year}`);
  await user.read(READ_SECONDS.board);
  await user.followLink(main.locator("li[id^=lane-] a").first(), () => main.locator("table").waitFor());
  await user.read(READ_SECONDS.group);
  await user.followLink(
    button("Publicar la lista provisional"),
    expectText("La lista provisional es pública"),
  );
  await user.followLink(button("Publicar la lista definitiva"), expectText("La lista es definitiva"));
  await user.followLink(main.getByRole("link", { name: "Comunicar decisiones" }), () =>
    button("Ver qué pasaría").waitFor(),
  );
  await user.followLink(button("Ver qué pasaría"), () =>
    expect(page.locator("h1")).toContainText(/Comunicar \d+/),
  );
  await user.read(READ_SECONDS.preview);
  const count = /\d+/.exec((await page.locator("h1").textContent()) ?? "")?.[0] ?? "";
  const countInput = main.locator("input[name=typed]:not([type=hidden])");
  if (await countInput.count()) await user.type(countInput, count);
  await user.followLink(button(/^Comunicar \d+/), () =>
    expect(main.locator("[role=status]").first()).toBeVisible(),
  );

  const notified = await database.query<{ count: number }>(
    "select count(*)::int as count from decisions where with_list and tell_at is not null",
  );
  expect(notified).toEqual([{ count: Number(count) }]);
  user.expectWithinLimits("a head's day", LIMITS);
});

/** The second person's time is not counted. */
async function confirmNumber(page: Page, year: number) {
  await page.goto(`/desk/round?year=${year}`);
  await page.locator("#number").fill(LOTTERY_NUMBER);
  await page.locator("main").getByRole("button", { name: "Comparar y publicar" }).click();
  await expect(page.locator("main")).toContainText("El sorteo está hecho");
}
