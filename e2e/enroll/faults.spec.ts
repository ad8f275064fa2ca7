import type { Locator, Page } from "@playwright/test";
import { anAdult } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import { expectAccessible } from "../support/checks/axe";
import type { Database } from "../support/servers/school";
import { countPeopleByEmail, readStoredEnrollment } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

test("offline on Continue: a notice, no lost input, and a retry when online (W31)", async ({
  wizard,
  context,
}) => {
  await wizard.start();
  await wizard.walkTo("student-name", anAdult());
  await wizard.answer({ ...toFormInput(anAdult()), student_name: "Ada", student_surname: "Puig" });
  await context.setOffline(true);
  await wizard.main.getByRole("link", { name: "Atrás" }).click();
  await expect(wizard.main.getByRole("status").first()).toContainText("No hay conexión a internet");
  const header = wizard.page.locator("header.site-header");
  const getRightEdge = (locator: Locator) =>
    locator.evaluate((element) => Math.round(element.getBoundingClientRect().right));
  const row = header.locator(".site-row");
  expect(await getRightEdge(row.locator("> :last-child")), "the language stands at the end").toBe(
    await getRightEdge(row),
  );
  await header.getByRole("link", { name: "Escuela de Música Matrícula" }).click();
  await expect(header.getByRole("status"), "the logo loses nothing either").toContainText(
    "No hay conexión a internet",
  );
  await wizard.expectErrors();
  expect(await wizard.readValues()).toMatchObject({ student_name: "Ada", student_surname: "Puig" });
  await context.setOffline(false);
  await expect(wizard.page).toHaveURL(/student-contact/);
});

test("a busy service on Continue: a notice, no lost input, and an automatic retry (W31)", async ({
  wizard,
  page,
}) => {
  await wizard.start();
  await wizard.walkTo("student-name", anAdult());
  await wizard.answer({ ...toFormInput(anAdult()), student_name: "Ada", student_surname: "Puig" });
  await page.route("**/enroll/**", (route, request) =>
    request.headers()["next-action"]
      ? route.fulfill({ status: 503, contentType: "text/plain", body: "busy 2" }) // as lib/http/load-shedding.test.ts has it
      : route.fallback(),
  );
  await wizard.expectErrors();
  await expect(wizard.main).toContainText("Ahora mismo hay muchas familias a la vez.");
  expect(await wizard.readValues()).toMatchObject({ student_name: "Ada", student_surname: "Puig" });
  await page.unrouteAll();
  await expect(page).toHaveURL(/student-contact/);
});

test("a page that was open during an upgrade keeps its input (W10)", async ({ wizard, page }) => {
  const adult = anAdult();
  const unknown = `70${"1".repeat(40)}`;
  const outdatedUrls: string[] = [];
  await wizard.start();
  await wizard.walkTo("student-name", adult); // by the script, without loading a page
  await page.route("**/enroll/**", (route, request) => {
    const headers = request.headers();
    if (!headers["next-action"]) return route.fallback();
    outdatedUrls.push(request.url());
    return route.continue({ headers: { ...headers, "next-action": unknown } });
  });
  await wizard.answer({ ...toFormInput(adult), student_name: "Núria", student_surname: 'Puig "Nú"' });
  await expect(wizard.form.getByRole("status").last()).toContainText("Hemos mejorado el formulario");
  await wizard.continueButton.click();
  await expect(wizard.main).toContainText("Hemos renovado esta página");
  expect(outdatedUrls).not.toEqual([]);
  await page.unrouteAll();
  await expect(wizard.control("student_name")).toHaveValue("Núria");
  await expect(wizard.control("student_surname")).toHaveValue('Puig "Nú"');
});

test.describe("while the database is unavailable", () => {
  test.use({ serverEnv: {} });

  test("every page answers 503 with a notice, with and without JavaScript, and input is kept until it returns (W32)", async ({
    wizard,
    context,
    browser,
    baseURL,
    database,
  }) => {
    await wizard.start();
    await wizard.walkTo("student-name", anAdult());
    await wizard.answer({ ...toFormInput(anAdult()), student_name: "Ada", student_surname: "Puig" });
    const noScriptContext = await browser.newContext({ baseURL, javaScriptEnabled: false });
    await noScriptContext.addCookies(await context.cookies());
    await database.cutConnection();
    await wizard.expectErrors();
    expect(await wizard.readValues()).toMatchObject({ student_name: "Ada", student_surname: "Puig" });

    // Cached data stays valid until the server has noticed the change.
    await expect.poll(async () => (await context.request.get("/")).status()).toBe(503);
    const [scriptPage, noScriptPage] = [await context.newPage(), await noScriptContext.newPage()];
    await expectUnavailable(scriptPage);
    await expectUnavailable(noScriptPage);
    for (const prefix of ["", "/ca", "/en"]) {
      await scriptPage.goto(prefix || "/");
      await expectAccessible(scriptPage, `away, ${prefix}`);
    }

    await database.restoreConnection();
    await expect(async () => {
      await wizard.continueButton.click();
      await expect(wizard.page).toHaveURL(/student-contact/, { timeout: 1_000 });
    }).toPass();
    await expect(async () => {
      await noScriptPage.goto(wizard.url("/student-name"));
      await expect(noScriptPage.locator("[name=student_name]")).toHaveValue("Ada", { timeout: 1_000 });
    }).toPass();
    await noScriptContext.close();
  });
});

async function expectUnavailable(page: Page) {
  for (const [locale, title] of Object.entries(unavailableTitles)) {
    for (const path of locale === "es"
      ? ["", "/enroll", "/enroll/student-name", "/enroll/done", "/account"]
      : ["/enroll"]) {
      const response = await page.goto(`${locale === "es" ? "" : `/${locale}`}${path}` || "/");
      if (path === "/account")
        await expect(page).toHaveURL(/\/sign-in$/); // nobody is signed in
      else {
        expect(response?.status(), path).toBe(503);
        expect(Number(response?.headers()["retry-after"])).toBeGreaterThan(0);
        await expect(page.locator("main h1"), path).toHaveText(title);
      }
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.locator("header a[hreflang=ca]"), "links, for there is no form").toHaveCount(1);
    }
  }
}

const unavailableTitles = {
  es: "La página no está disponible en este momento",
  ca: "La pàgina no està disponible en aquest moment",
  en: "This page is not available right now",
};

test.describe("in a school of its own", () => {
  test.use({ freshSchool: true });

  test("a school year that closes meanwhile is reported, and nothing is submitted", async ({
    wizard,
    api,
    database,
  }) => {
    const adult = anAdult();
    await wizard.skipTo("check", adult);
    await database.query(
      `update school_years set start_enrollment = current_date - 20, end_enrollment = current_date - 10`,
    );
    const readEnd = async () => (await api.get("academic/school_years")).body.data[0].end_enrollment;
    await expect
      .poll(readEnd)
      .toBe((await database.query<{ day: string }>("select (current_date - 10)::text as day"))[0]?.day);

    await wizard.fill("terms_and_conditions", "on");
    await wizard.continueButton.click();
    await expect(wizard.page).toHaveURL(/\/enroll$/);
    await expect(wizard.main).toContainText("La matrícula está cerrada");
    await expect(wizard.main.locator("form")).toHaveCount(0);
    expect(await countPeopleByEmail(database, adult.student_email)).toBe(0);
  });

  test("a speciality withdrawn before submitting leads back to its step with an error (W12)", async ({
    wizard,
    api,
    database,
  }) => {
    const year = (await api.getCurrentYear()).id;
    const id = await addSpeciality(database, year);
    const isListed = async () =>
      (await api.get(`academic/specialities?school_year_id=${year}`)).body.data.some(
        (speciality: { id: number }) => speciality.id === id,
      );
    await expect.poll(isListed).toBe(true);
    const adult = anAdult({ student_speciality_option1: id });
    await wizard.skipTo("check", adult);

    await database.query("delete from specialities where id = $1", [id]);
    await expect.poll(isListed).toBe(false);
    await wizard.fill("terms_and_conditions", "on");
    await wizard.continueButton.click();
    await expect(wizard.page).toHaveURL(/\/specialities/);
    await expect(wizard.errors.first()).toBeVisible();
    expect(await countPeopleByEmail(database, adult.student_email)).toBe(0);

    await wizard.fill("student_speciality_option1", "");
    await wizard.continue();
    await wizard.skipTo("check", anAdult());
    await wizard.submit();
    expect((await readStoredEnrollment(database, adult.student_email)).record.specialities).toEqual({});
  });

  test("asks for the year when two are open; a later change names the removed choices (W26)", async ({
    wizard,
    api,
    database,
  }) => {
    const { id: current } = await api.getCurrentYear();
    const id = await addSpeciality(database, current);
    await database.query("update school_years set start_enrollment = current_date - 1 where id > $1", [
      current,
    ]);
    await expect(async () => {
      await wizard.page.goto(wizard.url("/school-year"));
      await expect(wizard.page).toHaveURL(/school-year/, { timeout: 500 });
    }).toPass();

    const adult = anAdult({ school_year_id: current, student_speciality_option1: id });
    await wizard.walkTo("check", adult, async () => {
      await expect(wizard.page, "nothing is wrong before it is answered (W8)").not.toHaveTitle(/^Error/);
      await expect(wizard.errors, wizard.step()).toHaveCount(0);
    });
    await wizard.main.locator('a[href*="/school-year"]').click();
    await expect(wizard.page).toHaveURL(/school-year/);
    await wizard.fill("school_year_id", String(current + 1));
    await wizard.continue();
    await wizard.page.goto(wizard.url("/specialities"));
    await expect(wizard.main).toContainText("Theremín");
    await expect(wizard.control("student_speciality_option1")).toHaveValue("");
  });
});

async function addSpeciality(database: Database, year: number): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `insert into specialities (id, school_year_id, name)
     select max(id) + 900000, $1, 'Theremín' from specialities returning id`,
    [year],
  );
  return row?.id as number;
}
