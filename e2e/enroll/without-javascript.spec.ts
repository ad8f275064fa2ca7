import { aMinor, anAdult } from "@/test/support/data/factories";
import { aFullMinor } from "@/test/support/data/full-enrollments";
import { toFormInput } from "../support/answers";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { getFormOrigin, readStoredEnrollment } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

test.use({ javaScriptEnabled: false });

test("a minor enrolls without JavaScript; stores every field (W32)", async ({
  wizard,
  api,
  school,
  database,
}) => {
  const minor = aFullMinor(await api.getCatalogue());
  await wizard.walkToCheck(minor.body);
  await wizard.submit();

  const { record, reference } = await readStoredEnrollment(database, minor.body.student_email);
  expect(record).toEqual(minor.record(getFormOrigin(school, "es")));
  expect(await wizard.readReference()).toBe(reference);
});

test("switching the language keeps errors (W38)", async ({ wizard }) => {
  await wizard.start();
  await wizard.fill("student_birth_date_day", "31");
  await wizard.expectErrors();
  const catalanWizard = await wizard.switchTo("ca");
  await expect(catalanWizard.errors).toContainText("mes");
  expect(await catalanWizard.readValues()).toMatchObject({ student_birth_date_day: "31" });
});

test("languages are links without a form, and buttons that keep the input with one (10, 38)", async ({
  wizard,
  page,
}) => {
  await page.goto(wizard.url());
  await expect(page.locator("button[form]")).toHaveCount(0);
  await expect(page.locator("a[hreflang]")).toHaveCount(3);

  await wizard.start();
  await expect(page.locator("a[hreflang]")).toHaveCount(0);
  await expect(page.locator("header button")).toHaveCount(4);
  await wizard.fill("student_birth_date_month", "mayo");
  const catalanWizard = await wizard.switchTo("ca");
  await expect(page).toHaveURL(/\/ca\/enroll\/birth-date$/);
  expect(await wizard.readValues()).toMatchObject({ student_birth_date_month: "mayo" });
  await expect(wizard.errors, "validates only on Continue (W8)").toHaveCount(0);

  await wizard.fill("student_birth_date_day", "7");
  await catalanWizard.switchTo("en");
  await expect(page).toHaveURL(/\/en\/enroll\/birth-date$/);
  const expected = { student_birth_date_month: "mayo", student_birth_date_day: "7" };
  expect(await wizard.readValues()).toMatchObject(expected);
});

test("families 35: the list still has every course after an instrument was saved, without scripts", async ({
  wizard,
  page,
  api,
}) => {
  const { id } = await api.getCurrentYear();
  const { body } = await api.get(`academic/syllabis?school_year_id=${id}`);
  const course = body.data.find((syllabus: { specialities: unknown[] }) => syllabus.specialities.length > 0);
  await wizard.skipTo("specialities", aMinor());
  const courses = wizard.control("student_syllabi_option1");
  const readCourses = () =>
    courses.evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value).sort());
  const previousCourses = await readCourses();
  await wizard.fill("student_speciality_option1", String(course.specialities[0].id));
  await wizard.fill("student_syllabi_option1", String(course.id));
  await wizard.continue();
  await page.goto(wizard.url("/specialities"));
  await expect(wizard.main.locator("noscript summary")).toHaveText("Cursos de otros instrumentos"); // Playwright reads no other text there
  expect(await readCourses()).toEqual(previousCourses);
});

test("Enter in a field means Continue without JavaScript too (32, 38)", async ({ wizard, page }) => {
  await wizard.start();
  await wizard.answer(toFormInput(anAdult()));
  await wizard.control("student_birth_date_year").press("Enter");
  await expect(page).toHaveURL(/\/enroll\/student-name$/);
  await wizard.fill("student_name", "Ada");
  await wizard.control("student_name").press("Enter");
  await expect(wizard.errors).toHaveCount(3); // surname, kind of document, document
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
});

test("W10: rejected input is there again after Back, on the first page too", async ({ wizard, page }) => {
  await wizard.start();
  await wizard.fill("student_birth_date_day", "31");
  await wizard.expectErrors();
  await page.goto(wizard.url());
  await page.goto(wizard.url("/birth-date"));
  expect(await wizard.readValues()).toMatchObject({ student_birth_date_day: "31" });
  await expect(wizard.errors).toContainText("mes");

  await wizard.answer(toFormInput(anAdult()));
  await wizard.continue();
  await wizard.fill("student_name", "Ada");
  await wizard.expectErrors();
  await page.goBack();
  await page.reload();
  expect(await wizard.readValues()).toMatchObject({ student_name: "Ada" });
  await expect(wizard.errors).toHaveCount(3);
});

test("switching the language without input stores nothing (W38)", async ({ wizard, context }) => {
  await wizard.start();
  await wizard.switchTo("ca");
  expect(await context.cookies()).toEqual([]);
});

test.describe("on the smallest phone", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("language links and buttons fit and look the same (35, 38)", async ({ wizard, page }) => {
    const readStyle = (tag: string) =>
      page.locator(`header ${tag}[lang=ca]`).evaluate((element) => {
        element.closest("details")?.setAttribute("open", "");
        const { color, fontSize, textDecorationLine, minHeight, paddingInline } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        return { color, fontSize, textDecorationLine, minHeight, paddingInline, width, height };
      });
    await page.goto(wizard.url());
    await expectNoHorizontalScroll(page);
    const link = await readStyle("a");
    await wizard.start();
    await expectNoHorizontalScroll(page);
    expect(await readStyle("button")).toEqual(link);
    expect(link.height).toBeGreaterThanOrEqual(44);
  });
});
