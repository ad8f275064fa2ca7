import type { FormInput } from "../support/answers";
import {
  addCounts,
  countNextChild,
  countStart,
  countSubmit,
  countTap,
  countToCheckAnswers,
  createUsualFamily,
  expectInteractionCount,
  getMinutes,
  type InteractionCount,
} from "../support/interaction-count";
import { AccountPages, findSetupLink, GOOD_PASSWORD } from "../support/pages/account-pages";
import type { Database } from "../support/servers/school";
import { expect, test } from "../support/test";

// Counts a family's characters and taps; docs/families.md has the same numbers (npm run day).

test.use({ viewport: { width: 360, height: 740 } });

const times = (many: number, { fields, characters, taps, pages }: InteractionCount): InteractionCount => ({
  fields: fields * many,
  characters: characters * many,
  taps: taps * many,
  pages: pages * many,
});

/** Moves a request to the previous year, with that year's ids. */
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
  const wish = { student_speciality_option1: String(speciality?.id) };
  const family = createUsualFamily().map((child): FormInput => ({ ...child, ...wish }));
  const [ada, bru, cesc] = family as [FormInput, FormInput, FormInput];
  const single = await countStart(wizard, ada);
  const further = [await countNextChild(wizard, bru), await countNextChild(wizard, cesc)];
  const sending = await countSubmit(wizard);
  const three = [...further, sending].reduce(addCounts, single);
  const singles = times(3, addCounts(single, sending));
  for (const { fields } of further) expect(fields).toBeLessThanOrEqual(single.fields / 3);

  const accounts = new AccountPages(page);
  await page.goto(findSetupLink(await mailbox.messageTo(String(ada.guardian_email))));
  await accounts.fill({ password: GOOD_PASSWORD });
  await accounts.submit();
  await accounts.expectAccountOf("Ada Soler Roca", "Bru Soler Roca", "Cesc Soler Roca");
  await aYearAgo(database, String(ada.guardian_email));
  const back = addCounts(await countTap(wizard, "Pedir plaza"), await countTap(wizard, "Ada"));
  const returned = [
    await countToCheckAnswers(wizard, { studies_later: "yes" }),
    await countSubmit(wizard),
  ].reduce(addCounts, back);
  expect(returned.fields).toBe(0);
  expect(getMinutes(returned)).toBeLessThan(1);

  await expectInteractionCount({
    "one child": addCounts(single, sending),
    "three children, one by one": singles,
    "three children in one sitting": three,
    "next year's return of a child, by the form": returned,
  });
});
