import { aMinor, yearsAgo } from "@/test/support/data/factories";
import { expect, test } from "../support/test";

const PAIRS = `select s.id as instrument, y.id as course, o.id as other from specialities s
  join syllabi y on y.school_year_id = s.school_year_id
  join specialities o on o.school_year_id = s.school_year_id
  join syllabus_specialities own on own.syllabus_id = y.id and own.speciality_id = s.id
  where s.school_year_id = $1 and not exists (
    select from syllabus_specialities t where t.syllabus_id = y.id and t.speciality_id = o.id)
  and not exists (select from syllabus_subjects t where t.syllabus_id = y.id and t.speciality_id = o.id)
  order by s.id, y.id, o.id limit 1`;

test.use({ freshSchool: true });

test("W25: hides courses that are not taught with the instrument; marks one chosen before on its page and on check answers", async ({
  wizard,
  page,
  api,
  database,
}) => {
  const { id: year } = await api.getCurrentYear();
  const [pair] = await database.query<Record<"instrument" | "course" | "other", number>>(PAIRS, [year]);
  if (!pair) throw new Error("The demo school teaches everything with everything.");
  const { instrument, course, other } = pair;
  const findChoice = (option: number) => page.locator(`[name=student_syllabi_option${option}]`);
  const findCourse = (option: number) =>
    option === 1
      ? findChoice(1).and(page.locator(`[value="${course}"]`))
      : findChoice(option).locator(`option[value="${course}"]`);
  await wizard.skipTo("specialities", aMinor());
  await wizard.fill("student_speciality_option1", String(instrument));
  await expect(findCourse(1)).toBeAttached();
  await wizard.fill("student_speciality_option1", String(other));
  await expect(findCourse(1)).not.toBeAttached();
  await wizard.fill("student_speciality_option2", String(other));
  await expect(findCourse(2)).not.toBeAttached();
  await wizard.fill("student_speciality_option2", String(instrument));
  await expect(findCourse(2)).toBeAttached();

  await wizard.skipTo(
    "check",
    aMinor({ school_year_id: year, student_speciality_option1: other, student_syllabi_option1: course }),
  );
  const warning = "no imparte este curso con este instrumento";
  await expect(page.locator("main")).toContainText(warning);
  await page.goto(`${new URL(page.url()).origin}/enroll/specialities?from=check`);
  await expect(page.locator(`label:has(input[value="${course}"])`)).toContainText(
    "No se imparte con ese instrumento",
  );
});

test("families 4: marks a course for another age on its page and on check answers, and still sends it", async ({
  wizard,
  page,
  api,
  database,
}) => {
  const { id: year } = await api.getCurrentYear();
  const findCourse = async (where: string) => {
    const [course] = await database.query<{ id: number; age: number; highest_start_age: number }>(
      `select id, age, highest_start_age from syllabi where school_year_id = $1 and ${where} order by id limit 1`,
      [year],
    );
    if (!course) throw new Error(`The demo school has no course with ${where}.`);
    return course;
  };
  const older = await findCourse("age between 11 and 17");
  const younger = await findCourse("highest_start_age < 8");
  await wizard.skipTo(
    "check",
    aMinor({
      school_year_id: year,
      student_birth_date: yearsAgo(9),
      student_syllabi_option1: older.id,
      student_syllabi_option2: younger.id,
    }),
  );
  await expect(page.locator("main")).toContainText(`En este curso se empieza a partir de ${older.age} años.`);
  await expect(page.locator("main")).toContainText(
    `En este curso se empieza con ${younger.highest_start_age} años como mucho.`,
  );
  await page.goto(`${new URL(page.url()).origin}/enroll/specialities?from=check`);
  await expect(page.locator(`label:has(input[value="${older.id}"])`)).toContainText(
    `Se empieza a partir de ${older.age} años`,
  );
  await page.goBack();
  await wizard.submit();
  await expect(page).toHaveURL(/done/);
});

test("W25: an instrument that is chosen while the one before is being saved has its own courses", async ({
  wizard,
  page,
  api,
  database,
}) => {
  const { id: year } = await api.getCurrentYear();
  const [pair] = await database.query<Record<"instrument" | "course" | "other", number>>(PAIRS, [year]);
  if (!pair) throw new Error("The demo school teaches everything with everything.");
  await wizard.skipTo("specialities", aMinor());
  const saving = Promise.withResolvers<void>();
  const instrumentChanged = Promise.withResolvers<void>();
  await page.route(
    "**/enroll/specialities*",
    async (route) => {
      saving.resolve();
      await instrumentChanged.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await wizard.fill("student_speciality_option1", String(pair.instrument));
  await saving.promise;
  await wizard.fill("student_speciality_option1", String(pair.other));
  instrumentChanged.resolve();
  const course = page.locator(`[name=student_syllabi_option1][value="${pair.course}"]`);
  await expect(course).not.toBeAttached();
});
