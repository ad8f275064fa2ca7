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
    const [ada, bru, cesc] = createUsualFamily() as [Answers, Answers, Answers];
    const oneChild = await countStart(wizard, ada);
    expect(oneChild.pages + 2, "start, check answers, done and all between").toBeLessThanOrEqual(8);
    expect(oneChild.fields).toBeLessThanOrEqual(16);
    expect(oneChild.characters).toBeLessThanOrEqual(133);
    const twoChildren = addCounts(oneChild, await countNextChild(wizard, bru));
    const threeChildren = addCounts(twoChildren, await countNextChild(wizard, cesc));
    const total = addCounts(threeChildren, await countSubmit(wizard));
    expect(total.pages + 1).toBeLessThanOrEqual(16);
    expect(total.fields).toBeLessThanOrEqual(26);
    expect(total.characters).toBeLessThanOrEqual(175);
    const emails = await database.query<{ email: string }>(
      "select email from people where email like $1 order by email",
      [ada.guardian_email?.replace("@", "%@")],
    );
    const tagEmail = (tag: string) => String(ada.guardian_email).replace("@", `${tag}@`);
    expect(emails.map(({ email }) => email).sort()).toEqual(
      [tagEmail(""), tagEmail("+ada"), tagEmail("+bru"), tagEmail("+cesc")].sort(),
    );

    await database.query("update school_years set start_enrollment = current_date - 1");
    const noScriptContext = await browser.newContext({ javaScriptEnabled: false, baseURL: school.url });
    const englishWizard = new Wizard(await noScriptContext.newPage(), "en", false);
    await expect(async () => {
      await englishWizard.page.goto(englishWizard.url("/school-year"));
      await expect(englishWizard.page).toHaveURL(/school-year/, { timeout: 500 });
    }).toPass();
    const [year] = await database.query<{ id: number }>("select max(id) as id from school_years");
    await database.query(
      `with round as (
         insert into rounds (school_year_id, code, name, state) values ($1, 'mayo', 'Mayo', 'open') returning id)
       insert into criteria (round_id, code, position, es, ca, en, points, source)
       select id, 'resident', 1, 'Vive aquí', 'Viu aquí', 'Lives here', 3, 'claimed' from round`,
      [year?.id],
    );
    const [otherChild] = createUsualFamily() as [Answers];
    const choices = { school_year_id: String(year?.id), merits: "resident" };
    const withYear = await countStart(englishWizard, { ...otherChild, ...choices });
    await expect(englishWizard.main).toContainText("Lives here");
    const withSubmit = addCounts(withYear, await countSubmit(englishWizard));
    expect(withSubmit.pages + 1).toBeLessThanOrEqual(10);
    expect(withSubmit.fields).toBeLessThanOrEqual(16);
    expect(await database.query("select state from merits")).toEqual([{ state: "claimed" }]);
    await noScriptContext.close();
  });
});

type Answers = Record<string, string>;
