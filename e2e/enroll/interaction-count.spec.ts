import {
  addCounts,
  countNextChild,
  countStart,
  countSubmit,
  createUsualFamily,
} from "../support/interaction-count";
import { Wizard } from "../support/pages/wizard";
import { expect, test } from "../support/test";

test.describe("in a school of its own", () => {
  test.use({ freshSchool: true, viewport: { width: 360, height: 740 } });

  test("families 35: one child takes at most 8 screens and 16 typed fields, three 16 and 26; one more screen each for two open years and a round", async ({
    wizard,
    browser,
    school,
    database,
  }) => {
    const [ada, bru, cesc] = createUsualFamily() as [Typed, Typed, Typed];
    const one = await countStart(wizard, ada);
    expect(one.pages + 2, "start, check answers, done and all between").toBeLessThanOrEqual(8);
    expect(one.fields).toBeLessThanOrEqual(16);
    expect(one.characters).toBeLessThanOrEqual(133);
    const two = addCounts(one, await countNextChild(wizard, bru));
    const three = addCounts(two, await countNextChild(wizard, cesc));
    const all = addCounts(three, await countSubmit(wizard));
    expect(all.pages + 1).toBeLessThanOrEqual(16);
    expect(all.fields).toBeLessThanOrEqual(26);
    expect(all.characters).toBeLessThanOrEqual(175);
    const emails = await database.query<{ email: string }>(
      "select email from people where email like $1 order by email",
      [ada.guardian_email?.replace("@", "%@")],
    );
    const at = (tag: string) => String(ada.guardian_email).replace("@", `${tag}@`);
    expect(emails.map(({ email }) => email).sort()).toEqual(
      [at(""), at("+ada"), at("+bru"), at("+cesc")].sort(),
    );

    await database.query("update school_years set start_enrollment = current_date - 1");
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: school.url });
    const inEnglish = new Wizard(await plain.newPage(), "en", false);
    await expect(async () => {
      await inEnglish.page.goto(inEnglish.url("/school-year"));
      await expect(inEnglish.page).toHaveURL(/school-year/, { timeout: 500 });
    }).toPass();
    const [year] = await database.query<{ id: number }>("select max(id) as id from school_years");
    await database.query(
      `with round as (
         insert into rounds (school_year_id, code, name, state) values ($1, 'mayo', 'Mayo', 'open') returning id)
       insert into criteria (round_id, code, position, es, ca, en, points, source)
       select id, 'resident', 1, 'Vive aquí', 'Viu aquí', 'Lives here', 3, 'claimed' from round`,
      [year?.id],
    );
    const [other] = createUsualFamily() as [Typed];
    const chosen = { school_year_id: String(year?.id), merits: "resident" };
    const withYear = await countStart(inEnglish, { ...other, ...chosen });
    await expect(inEnglish.main).toContainText("Lives here");
    const whole = addCounts(withYear, await countSubmit(inEnglish));
    expect(whole.pages + 1).toBeLessThanOrEqual(10);
    expect(whole.fields).toBeLessThanOrEqual(16);
    expect(await database.query("select state from merits")).toEqual([{ state: "claimed" }]);
    await plain.close();
  });
});

type Typed = Record<string, string>;
