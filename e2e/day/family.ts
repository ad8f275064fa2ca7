import { readFile } from "node:fs/promises";
import { aMinor, anEmail, yearsAgo } from "@/test/factories";
import { AccountPages, GOOD_PASSWORD, setupLinkIn } from "../support/account-pages";
import { answersOf, type Typed } from "../support/answers";
import type { Database } from "../support/school";
import { expect, test } from "../support/test";
import type { Wizard } from "../support/wizard";

// What a family types and taps, counted while it does so; docs/families.md says the same numbers (npm run day).

test.use({ viewport: { width: 360, height: 740 } });

/**
 * The keystroke-level model on a phone, in seconds: a character at 36.2 words a minute (Palin and others, 2019),
 * pointing and thinking as Card, Moran and Newell have them, and a page's answer.
 */
const SECONDS = { character: 60 / (36.2 * 5), tap: 1.1, thought: 1.35, page: 1 };

type Count = { fields: number; characters: number; taps: number; pages: number };
const none = (): Count => ({ fields: 0, characters: 0, taps: 0, pages: 0 });
const sum = (one: Count, other: Count): Count => ({
  fields: one.fields + other.fields,
  characters: one.characters + other.characters,
  taps: one.taps + other.taps,
  pages: one.pages + other.pages,
});
const times = (many: number, { fields, characters, taps, pages }: Count): Count => ({
  fields: fields * many,
  characters: characters * many,
  taps: taps * many,
  pages: pages * many,
});

/** A thought before each field and each tap, and a finger that goes there. */
const minutes = ({ fields, characters, taps, pages }: Count) =>
  ((fields + taps) * (SECONDS.tap + SECONDS.thought) +
    characters * SECONDS.character +
    pages * SECONDS.page) /
  60;

const row = (what: string, count: Count) =>
  `| ${what} | ${count.fields} | ${count.taps} | ${count.pages} | ${minutes(count).toFixed(1)} |`;

/** Fills in what is not there yet, as a person would, and goes on. */
async function answer(wizard: Wizard, answers: Typed, count: Count) {
  const held = await wizard.held();
  for (const name of await wizard.controls()) {
    const value = answers[name];
    if (value === undefined || value === (held[name] ?? "")) continue;
    const typed = await wizard
      .control(name)
      .first()
      .evaluate((control) => control.matches("textarea, input:not([type=radio]):not([type=checkbox])"));
    if (typed) [count.fields, count.characters] = [count.fields + 1, count.characters + value.length];
    else count.taps += 1;
    await wizard.put(name, value);
  }
  await goOn(wizard, count);
}

async function goOn(wizard: Wizard, count: Count) {
  count.taps += 1;
  count.pages += 1;
  await wizard.continue();
}

async function toCheck(wizard: Wizard, answers: Typed): Promise<Count> {
  const count = none();
  while (wizard.step() !== "check") await answer(wizard, answers, count);
  return count;
}

/** A way that begins with a tap on something that leads to another page. */
async function tap(wizard: Wizard, count: Count, name: string | RegExp) {
  const url = wizard.page.url();
  await wizard.main.locator("a, button").filter({ hasText: name }).first().click();
  await expect(wizard.page).not.toHaveURL(url);
  [count.taps, count.pages] = [count.taps + 1, count.pages + 1];
}

async function sent(wizard: Wizard): Promise<Count> {
  await wizard.send();
  return { ...none(), taps: 2, pages: 1 };
}

/** What somebody has asked for, as seen a year later: the same specialities under the numbers of the year before. */
async function aYearAgo(database: Database, guardianEmail: string) {
  const theirs = `student_id in (select student_id from guardianships g join people p on p.id = g.guardian_id where p.email = $1)`;
  const chosen = await database.query<{ enrollment_id: string; name: string }>(
    `delete from speciality_choices c using enrollments e, specialities s
     where e.id = c.enrollment_id and s.id = c.speciality_id and e.${theirs} returning e.id as enrollment_id, s.name`,
    [guardianEmail],
  );
  expect(chosen).toHaveLength(3);
  await database.query(
    `update enrollments e set school_year_id = (select max(id) from school_years y where y.id < e.school_year_id) where ${theirs}`,
    [guardianEmail],
  );
  for (const { enrollment_id, name } of chosen)
    await database.query(
      `insert into speciality_choices (enrollment_id, school_year_id, speciality_id, option)
       select e.id, s.school_year_id, s.id, 1 from enrollments e join specialities s using (school_year_id)
       where e.id = $1 and s.name = $2`,
      [enrollment_id, name],
    );
}

test("families 1, 5: what three children in one sitting and next year's return cost is what the page of promises says", async ({
  wizard,
  page,
  api,
  database,
  mailbox,
}) => {
  const year = await api.currentYear();
  const [speciality] = await database.query<{ id: number }>(
    "select id from specialities where school_year_id = $1 order by id limit 1",
    [year.id],
  );
  const child = (student_name: string, years: number) =>
    aMinor({ student_name, student_email: anEmail(student_name), student_birth_date: yearsAgo(years) });
  const first = aMinor({ guardians: 2, student_name: "Ada", student_speciality_option1: speciality?.id });
  const of = (body: typeof first) => ({ ...answersOf(first), ...answersOf(body), student_same_address: "" });
  const others = [child("Bru", 8), child("Cesc", 6)].map((body) => ({
    ...first,
    student_name: body.student_name,
    student_email: body.student_email,
    student_birth_date: body.student_birth_date,
  }));

  const start = none();
  await page.goto(wizard.url());
  await tap(wizard, start, /./);
  await expect(page).not.toHaveURL(wizard.url());
  const single = sum(start, await toCheck(wizard, of(first)));
  const further: Count[] = [];
  for (const other of others) {
    const count = none();
    await tap(wizard, count, "Añadir");
    await tap(wizard, count, "Añadir otro hijo o hija");
    further.push(sum(count, await toCheck(wizard, of(other))));
  }
  const sending = await sent(wizard);
  const three = [...further, sending].reduce(sum, single);
  const singles = times(3, sum(single, sending));
  for (const { fields } of further) expect(fields).toBeLessThanOrEqual(single.fields / 3);

  const accounts = new AccountPages(page);
  await page.goto(setupLinkIn(await mailbox.messageTo(first.guardian_email)));
  await accounts.fill({ password: GOOD_PASSWORD });
  await accounts.submit();
  await accounts.expectAccountOf("Ada Soler Roca", "Bru Soler Roca", "Cesc Soler Roca");
  await aYearAgo(database, first.guardian_email);
  const back = none();
  await tap(wizard, back, "Pedir plaza");
  await tap(wizard, back, "Ada");
  const returned = [await toCheck(wizard, { studies_later: "yes" }), await sent(wizard)].reduce(sum, back);
  expect(returned.fields).toBe(0);
  expect(minutes(returned)).toBeLessThan(1);

  const doc = await readFile("docs/families.md", "utf8");
  const counted = [
    row("one child", sum(single, sending)),
    row("three children, one by one", singles),
    row("three children in one sitting", three),
    row("next year's return of a child", returned),
  ];
  expect(counted.filter((said) => !doc.replace(/ +/g, " ").includes(said))).toEqual([]);
});
