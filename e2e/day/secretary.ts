import { expect, type Locator, type Page } from "@playwright/test";
import { schoolCommand } from "../support/desk-pages";
import { openDesk } from "../support/desk-session";
import { test } from "../support/test";
import { Hand } from "./hand";

test.use({ ownSchool: true });

/** What it takes to read a family's page, a page of the list, and a page that shows what will happen; seconds. */
const READ = { family: 6, list: 10, check: 8 };

test("a secretary's day: forty new families, told with the list", async ({
  page,
  context,
  school,
  database,
}) => {
  await schoolCommand(school, "demo", "enrollments", "40");
  // All forty are new: what the demo has decided is taken back, as if nobody had been there.
  await database.query("delete from decisions");
  await database.query(
    "update enrollments set decided_state = 'pending', state = 'pending', assigned_speciality_id = null, assigned_syllabus_id = null",
  );
  await database.query("delete from places");
  await openDesk(context, school, "admin"); // the list at the end is everybody's
  const hand = new Hand(page);
  const main = page.locator("main");
  const heading = (words: string | RegExp) => () => expect(page.locator("h1")).toContainText(words);
  const button = (name: string | RegExp) => main.getByRole("button", { name });
  const link = (name: string | RegExp) => main.getByRole("link", { name });

  await hand.until(async () => page.goto("/desk"));
  await hand.follow(link(/por decidir/), heading("40 solicitudes"));
  await lookThrough(page, hand);

  await hand.follow(page.locator('a[href="/desk"]').first(), () => link(/no llegó un correo/).waitFor());
  await hand.follow(link(/no llegó un correo/), heading(/solicitud/));
  await hand.follow(main.locator("tbody a").first(), () => main.locator("#mails").waitFor());
  hand.read(READ.family);
  const address = main.locator("#mails details[open] input[type=email]").first();
  await hand.type(address, "berta.roca@familia.example");
  await hand.follow(main.locator("#mails details[open] button").first(), () =>
    main.locator("[role=status]").waitFor(),
  );

  await undecided(page, hand, "40 solicitudes");
  await tick(hand, main, 5);
  await hand.follow(button("Más…"), heading("5 solicitudes elegidas"));
  await hand.follow(link("Poner en lista de espera"), () => button("Ver qué pasaría").waitFor());
  await hand.pick(main.locator("#tell"), "with_list");
  await finish(page, hand);

  await undecided(page, hand, "35 solicitudes");
  await tick(hand, main, 5);
  await hand.follow(button("Más…"), heading("5 solicitudes elegidas"));
  await hand.follow(link("No dar plaza"), () => main.locator("#reason").waitFor());
  await hand.pick(main.locator("#reason"), "no_place");
  await hand.type(main.locator("#words"), "El año que viene abrimos otro grupo: os avisaremos.");
  await hand.pick(main.locator("#tell"), "with_list");
  await finish(page, hand);

  await undecided(page, hand, "30 solicitudes");
  await hand.follow(button(/Con las 30/), heading("30 solicitudes elegidas"));
  await hand.follow(link("Aceptar por primera opción"), () => button("Ver qué pasaría").waitFor());
  await hand.pick(main.locator("#tell"), "with_list");
  await finish(page, hand);

  await hand.follow(page.locator('a[href="/desk/tell"]'), heading(/lista/i));
  hand.read(READ.check);
  await hand.follow(button("Ver qué pasaría"), heading("Comunicar 40 decisiones"));
  hand.read(READ.check);
  await hand.follow(button("Comunicar 40 decisiones"), () => main.locator("[role=status]").waitFor());

  await hand.follow(page.locator('a[href="/desk/enrollments"]').first(), heading("40 solicitudes"));
  await hand.follow(link("Descargar esta lista"), () => main.locator("#format").waitFor());
  await hand.follow(button("Preparar el archivo"), () => link(/Descargar \(40/).waitFor());
  await hand.press(link(/Descargar \(40/));

  const [stored] = await database.query(`
    select count(*) filter (where decided_state = 'accepted')::int as accepted,
      count(*) filter (where decided_state = 'waiting')::int as waiting,
      count(*) filter (where decided_state = 'rejected')::int as rejected from enrollments`);
  process.stdout.write(`${JSON.stringify({ ...stored, ...hand.sum(), reading: READ }, null, 2)}\n`);
  expect(hand.sum().minutes).toBeLessThan(15);
});

/** Each family's page, from one of the list to the next. */
async function lookThrough(page: Page, hand: Hand) {
  hand.read(READ.list);
  const at = (number: number) => () =>
    expect(page.locator("main nav", { hasText: "Volver a la lista" })).toContainText(`${number} de 40`);
  await hand.follow(page.locator("main tbody tr a").first(), at(1));
  hand.read(READ.family);
  for (let number = 2; number <= 40; number++) {
    await hand.press(page.locator("main nav [rel=next]"));
    await hand.until(at(number));
    hand.read(READ.family);
  }
}

async function tick(hand: Hand, main: Locator, count: number) {
  for (let at = 0; at < count; at++) await hand.choose(main.locator("tbody input[type=checkbox]").nth(at));
}

/** From the form of a step on many, over the page that shows what it does, until it is done. */
async function finish(page: Page, hand: Hand) {
  const main = page.locator("main");
  await hand.follow(main.getByRole("button", { name: "Ver qué pasaría" }), () =>
    expect(page.locator("h1")).toContainText(/Cambia/),
  );
  hand.read(READ.check);
  await hand.follow(main.locator("form button[type=submit]").last(), () =>
    expect(main.locator("[role=status]")).toContainText(/Hecho con/),
  );
}

/** The families that nobody has decided on, by the count that is a link to them. */
async function undecided(page: Page, hand: Hand, words: string) {
  await hand.follow(page.locator('a[href="/desk"]').first(), () =>
    expect(page.locator("main a", { hasText: "por decidir" })).toBeVisible(),
  );
  await hand.follow(page.locator("main a", { hasText: "por decidir" }), () =>
    expect(page.locator("h1")).toContainText(words),
  );
}
