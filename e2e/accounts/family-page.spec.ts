import type { Locator, Page } from "@playwright/test";
import { type Locale, toLocalizedPath } from "@/lib/i18n/locales";
import syllabi from "@/prisma/seed/syllabi.json" with { type: "json" };
import { aMinor, yearsAgo } from "@/test/support/data/factories";
import type { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll, expectTouchSizes } from "../support/checks/small-screen";
import { createEmptyCount, expectInteractionCount } from "../support/interaction-count";
import type { Mailbox } from "../support/mailbox";
import { AccountPages, findSetupLink, GOOD_PASSWORD } from "../support/pages/account-pages";
import { createPastPlace } from "../support/past-place";
import type { Database } from "../support/servers/school";
import { expect, test } from "../support/test";

// Families 34: three children renew on a phone, with and without JavaScript, in two languages.

test.use({ viewport: { width: 360, height: 740 } });

const children = [
  {
    name: "Carla",
    years: 9,
    instrument: "Piano",
    previousCourse: "Elemental 1.º",
    nextCourse: "Elemental 2.º",
  },
  {
    name: "Martí",
    years: 7,
    instrument: undefined,
    previousCourse: "Iniciación, 6 años",
    nextCourse: "Iniciación, 7 años",
  },
  {
    name: "Laia",
    years: 5,
    instrument: undefined,
    previousCourse: "Música y movimiento, 4 años",
    nextCourse: "Música y movimiento, 5 años",
  },
];

type Fixtures = { api: ApiClient; database: Database; mailbox: Mailbox; page: Page };

/** Three children who were notified of a place last year. */
async function enrollThreeChildren({ api, database, mailbox, page }: Fixtures) {
  const { year } = await api.getCatalogue();
  const [first, ...siblings] = children.map(({ name, years }) =>
    aMinor({ school_year_id: year, student_name: name, student_birth_date: yearsAgo(years) }),
  ) as [ReturnType<typeof aMinor>, ...ReturnType<typeof aMinor>[]];
  const { headers } = await api.enrollMinor(first);
  const references = [headers.get("enrollment-reference")];
  const accounts = new AccountPages(page);
  await page.goto(findSetupLink(await mailbox.waitForMail(first.guardian_email)));
  await accounts.fill({ password: GOOD_PASSWORD });
  await accounts.submit();
  await expect(page).toHaveURL(/\/account$/);
  for (const body of siblings) {
    const studentFields = Object.fromEntries(
      Object.entries(body).filter(([field]) => !field.startsWith("guardian_")),
    );
    const response = await api.get("academic/sibling_enrollment", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...studentFields, reference: references[0] }),
    });
    references.push(response.headers.get("enrollment-reference"));
  }
  for (const [index, { previousCourse, instrument }] of children.entries())
    await createPastPlace(database, {
      year,
      reference: references[index],
      course: previousCourse,
      instrument,
    });
  return { first, year, accounts };
}

/** The demo school's name of a course (families 41). */
const translateCourse = (locale: Locale, course: string): string =>
  (locale !== "es" && syllabi.find(({ name }) => name === course)?.[`name_${locale}`]) || course;

const flows: [Locale, boolean][] = [
  ["es", true],
  ["ca", false],
];

for (const [locale, javaScriptEnabled] of flows) {
  test.describe(`in ${locale}, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("families 34: renews three children with the terms and one button", async ({
      api,
      database,
      mailbox,
      page,
    }) => {
      const { first, year, accounts } = await enrollThreeChildren({ api, database, mailbox, page });
      await page.context().clearCookies();

      await page.goto(toLocalizedPath(locale, "/sign-in"));
      await accounts.fill({ email: first.guardian_email, password: GOOD_PASSWORD });
      await accounts.submit();
      await expect(page).toHaveURL(new RegExp(`${toLocalizedPath(locale, "/account")}$`));
      const cards = page.locator("main article");
      await expect(cards.locator("h2")).toHaveText(children.map(({ name }) => `${name} Soler Roca`));
      for (const [index, { previousCourse, nextCourse }] of children.entries()) {
        await expect(cards.nth(index)).toContainText(translateCourse(locale, previousCourse));
        await expect(cards.nth(index)).toContainText(translateCourse(locale, nextCourse));
        await expect(cards.nth(index)).toContainText(/\d\s(h|min)\s(a la semana|a la setmana)/);
      }
      await expectNoHorizontalScroll(page);
      await expectTouchSizes(page);
      if (javaScriptEnabled) await expectAccessible(page, "your family");

      // The terms must be accepted explicitly.
      const renewButton = page.locator("main section form button");
      await renewButton.click();
      await expect(accounts.errors()).toBeVisible();
      const count = createEmptyCount();
      page.on("request", (request) => {
        if (request.method() === "POST" && request.isNavigationRequest() !== javaScriptEnabled)
          count.pages += 1;
      });
      const tap = async (target: Locator) => {
        count.taps += 1;
        await target.click();
      };
      await expect(
        page.locator("main :is(input[type=text], input:not([type]), textarea, select)"),
      ).toHaveCount(0);
      await tap(page.locator("main #terms"));
      await tap(renewButton);
      await expect(page).toHaveURL(/\/account\?said=goesOn$/);
      await expect(page.locator("main #terms")).toHaveCount(0);
      await expectInteractionCount({ "next year's return of three children": count });
      const enrolled = await database.query(
        `select p.name, s.name as course, (select i.name from speciality_choices c
             join specialities i on i.id = c.speciality_id where c.enrollment_id = e.id) as instrument
         from enrollments e join people p on p.id = e.student_id
         join syllabus_choices c on c.enrollment_id = e.id join syllabi s on s.id = c.syllabus_id
         join guardianships g on g.student_id = p.id join people o on o.id = g.guardian_id
         where e.school_year_id = $1 and o.email = $2 order by p.birth_date`,
        [year, first.guardian_email],
      );
      expect(enrolled).toEqual(
        children.map(({ name, nextCourse, instrument }) => ({
          name,
          course: nextCourse,
          instrument: instrument ?? null,
        })),
      );
    });
  });
}

test("families 34: one child leaves and returns, one changes course in the wizard, another is added", async ({
  api,
  database,
  mailbox,
  page,
  wizard,
}) => {
  await enrollThreeChildren({ api, database, mailbox, page });
  await page.goto("/account/family"); // an address of before
  await expect(page).toHaveURL(/\/account$/);
  const findCard = (name: string) => page.locator("main article").filter({ hasText: name });
  const renewButton = page.locator("main section form button");
  await expect(renewButton).toHaveText("Seguimos los tres");

  await findCard("Laia").getByRole("link", { name: "No sigue" }).click();
  await expect(page.locator("main h1")).toContainText("¿Laia no sigue");
  await expectAccessible(page, "who does not go on");
  await page.getByRole("button", { name: "Laia no sigue" }).click();
  await expect(renewButton).toHaveText("Seguimos los dos");
  await expect(findCard("Laia")).toContainText("No sigue");
  await findCard("Laia").getByRole("button", { name: "Sí que sigue" }).click();
  await expect(renewButton).toHaveText("Seguimos los tres");

  await findCard("Carla").getByRole("button", { name: "Cambiar" }).click();
  await expect(page).toHaveURL(/\/enroll\/specialities$/);
  await expect(wizard.main).toContainText("Carla");
  const selectedCourse = "label:has([name=student_syllabi_option1]:checked)"; // older than the course is for, and not folded
  await expect(wizard.main.locator(selectedCourse)).toContainText("Elemental 2.º");
  await expect(wizard.main.locator(`details ${selectedCourse}`)).toHaveCount(0);

  await page.goto("/account");
  await page.getByRole("button", { name: "Añadir a otro hijo o hija" }).click();
  await expect(page).toHaveURL(/\/enroll\/birth-date$/);
  await expect(wizard.main).not.toContainText("Carla");
});
