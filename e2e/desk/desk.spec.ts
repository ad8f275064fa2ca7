import type { Page } from "@playwright/test";
import { subtractYears, toLocalDay } from "@/lib/platform/dates";
import { expectAccessible } from "../support/checks/axe";
import { expectContrastInSystemColors } from "../support/checks/colors-and-motion";
import { expectTargetSize } from "../support/checks/focus-and-targets";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { DeskPages, runCommand } from "../support/pages/desk-pages";
import { openDesk } from "../support/pages/desk-session";
import type { Database, School } from "../support/servers/school";
import { expect, test } from "../support/test";

test.use({ freshSchool: true });

const email = "secretaria@example.org";

async function joinDesk(page: Page, school: School, prefix = "", role = "admin") {
  const link = await runCommand(school, "staff", "invite", email, "--role", role);
  await school.enrollFamilies?.(6);
  const desk = new DeskPages(page, prefix);
  const recoveryCodes = await desk.acceptInvitation(link, { name: "Marta Vila", email });
  return { desk, recoveryCodes };
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an invited member signs in with two factors and opens an enrollment from the tasks; a note survives the session (desk 1–10, 16)", async ({
      page,
      school,
      database,
    }) => {
      const { desk, recoveryCodes } = await joinDesk(page, school);
      if (javaScriptEnabled) await checkListNavigation(desk);

      const [student] = await database.query<{ reference: string; surname: string; name: string }>(
        "select reference, name, surname from enrollments e join people p on p.id = e.student_id order by reference limit 1",
      );
      if (!student) throw new Error("no enrollment");
      const searchText = `${student.surname} ${student.name}`
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .toLowerCase();
      await desk.search(searchText);
      await expect(page).toHaveURL(/\/desk\/enrollments\?q=[\w-]+$/);
      expect(decodeURIComponent(page.url()).toLowerCase()).not.toContain(searchText.split(" ")[0]);
      await page.locator(`main tbody a[href*="${student.reference}"]`).click();
      if (javaScriptEnabled) await page.getByRole("link", { name: "Abrir", exact: true }).click(); // from the pane
      await expect(page.locator("h1")).toHaveText(`${student.name} ${student.surname}`);
      await expect(page.locator("main header")).toContainText(student.reference);

      await desk.fill({ note: "Prefiere los martes; su hermana ya viene." });
      await database.query("update staff_sessions set ended_at = now()");
      await desk.submit("note");
      await expect(page).toHaveURL(/\/desk\/sign-in\?to=/);
      await expect(page.locator("main")).toContainText("está guardado");
      await desk.signIn(email);
      await desk.fill({ code: recoveryCodes[0] as string });
      await desk.submit("code");
      await expect(page).toHaveURL(new RegExp(`/desk/enrollments/${student.reference}\\?list=q%3D[\\w-]+$`));
      await expect(page.getByRole("navigation", { name: "En la lista" })).toContainText("1 de 1");
      await expect(page.locator("#note")).toHaveValue("Prefiere los martes; su hermana ya viene.");
      expect(await database.query("select text from notes")).toEqual([]);
      if (javaScriptEnabled) {
        await page.context().setOffline(true);
        await desk.submit("note");
        await expect(page.locator("main [data-error-summary]")).toContainText("No hay conexión a internet");
        await expect(page.locator("#note")).toHaveValue("Prefiere los martes; su hermana ya viene.");
        await page.context().setOffline(false);
      }
      await desk.submit("note");
      await expect(page.locator("main [role=status]")).toBeVisible();
      await expect(page.locator("main section#notes li")).toContainText("Prefiere los martes");
      await expect(page.locator("#note")).toHaveValue("");

      await desk.fill({ label: "beca completa" });
      await desk.submit("label");
      await expect(page.locator("main section#labels li")).toContainText(["beca completa"]);
      const [pageViews] = await database.query(
        "select count(*)::int as times from access_entries a join enrollments e on e.id = a.enrollment_id where reference = $1",
        [student.reference],
      );
      expect(pageViews).toEqual({ times: 1 });
      if (!javaScriptEnabled) await expectAgesInSchoolTimeZone(page, database);
    });
  });
}

/** Filters, tabs, and next enrollment after a decision. */
async function checkListNavigation(desk: DeskPages) {
  const { page } = desk;
  await page.locator('main a[href*="state=pending"]').click();
  await expect(page).toHaveURL(/\/desk\/enrollments\?year=\d+&state=pending&sort=oldest$/);
  await expect(page.locator("h1")).toHaveText("6 solicitudes");
  await expect(page.locator("main tbody tr")).toHaveCount(6);

  await page.locator("main select[name=due]").selectOption("late");
  // With scripts, filters apply at once.
  const apply = page.locator("main form > div > button", { hasText: "Filtrar" });
  if (await apply.isVisible()) await apply.click();
  await expect(page).toHaveURL(/\/desk\/enrollments\?year=\d+&state=pending&due=late&sort=oldest$/);
  await expect(page.locator("h1")).toHaveText("Ninguna solicitud");
  await page.locator('main ul[aria-label="Filtros puestos"] a', { hasText: "Con retraso" }).click();
  await expect(page.locator("h1")).toHaveText("6 solicitudes");
  const tab = (name: string) => page.locator('main nav[aria-label="Estado"] a', { hasText: name });
  await tab("Aceptadas").click();
  await expect(page).toHaveURL(/\/desk\/enrollments\?year=\d+&state=accepted&sort=oldest$/);
  await expect(page.locator("h1")).toHaveText("Ninguna solicitud");
  await expect(tab("Todas")).toContainText("6");
  await tab("Todas").click();
  await expect(page.locator("h1")).toHaveText("6 solicitudes");

  await page.goto("/desk/enrollments?state=pending&sort=oldest");
  const listed = await page
    .locator("main tbody tr")
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.reference));
  const listNavigation = page.locator('main nav[aria-label="En la lista"]');
  const expectEntry = async (reference: string | undefined, position: string) => {
    await expect(page.locator("main header")).toContainText(reference as string);
    await expect(listNavigation).toContainText(position);
  };
  await page.locator("main tbody a").first().click();
  await page.getByRole("link", { name: "Abrir", exact: true }).click(); // it opens in the pane
  await expectEntry(listed[0], "1 de 6");
  await expect(listNavigation.getByRole("link")).toHaveText(["Volver a la lista", "Siguiente"]);
  await listNavigation.locator("[rel=next]").click();
  await expectEntry(listed[1], "2 de 6");
  await page.locator('main a[href*="/decide/rejected"]').click();
  await page.locator("#reason").selectOption("other");
  await page.getByRole("button", { name: "Decidir y abrir la siguiente" }).click();
  await expectEntry(listed[2], "2 de 5");
  const status = page.locator("main [role=status]");
  const decidedUrl = (await status
    .locator("a", { hasText: listed[1] as string })
    .getAttribute("href")) as string;
  await desk.fill({ label: "hermanos" });
  await desk.submit("label");
  await expect(status, "of this enrollment, not the previous one").toHaveText("La etiqueta está puesta.");
  await page.goto(decidedUrl);
  await expectEntry(listed[1], "Ya no está en la lista; quedan 5");
  await expect(listNavigation.locator("[rel=next]")).toHaveAttribute("href", new RegExp(listed[2] as string));
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator("main").getByRole("button", { name: "Deshacer" }).click();
  await expectEntry(listed[1], "2 de 6");
  await listNavigation.locator("a").first().click();
  await expect(page).toHaveURL(/\/desk\/enrollments\?year=\d+&state=pending&sort=oldest$/);
}

/** Ages follow the school's date, where it differs from UTC's. */
async function expectAgesInSchoolTimeZone(page: Page, database: Database) {
  const isAhead = new Date().getUTCHours() >= 10;
  const timeZone = isAhead ? "Pacific/Kiritimati" : "Etc/GMT+12";
  const birthday = isAhead ? toLocalDay(timeZone) : toLocalDay("UTC");
  await database.query("update people set birth_date = $1", [subtractYears(birthday, 20)]);
  await database.query(
    "insert into settings (key, value) values ('time_zone', to_jsonb($1::text)) on conflict (key) do update set value = excluded.value",
    [timeZone],
  );
  await expect(async () => {
    await page.reload();
    await expect(page.locator("#student")).toContainText(isAhead ? "20 años" : "19 años", { timeout: 500 });
  }).toPass();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "a phone" : "a phone without JavaScript", () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } });

    test("one menu lists the desk's pages, marks the current one and keeps the year (desk 1)", async ({
      page,
      context,
      school,
      database,
    }) => {
      await openDesk(context, school, "head");
      const [{ id }] = (await database.query("select min(id)::int as id from school_years")) as [
        { id: number },
      ];
      await page.goto(`/desk/places?year=${id}`);
      const menu = page.locator("header nav").first();
      await expect(menu).toBeHidden();
      await page.locator("header summary").click();
      await expect(menu.locator("[aria-current]")).toHaveAttribute("href", `/desk/places?year=${id}`);
      await expect(menu.locator("a", { hasText: "Personal" })).toHaveCount(0);
      if (javaScriptEnabled) {
        await page.keyboard.press("Escape");
        await expect(menu).toBeHidden();
        await expect(page.locator("header summary")).toBeFocused();
        await page.locator("header summary").click();
      }
      await menu.locator('a[href^="/desk/waiting-list"]').click();
      await expect(page).toHaveURL(new RegExp(`/desk/waiting-list\\?year=${id}$`));
      await expect(menu).toBeHidden();
      await expect(menu.locator("[aria-current=page]")).toContainText("Lista de espera");
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect(menu, "in the sidebar, always open").toBeVisible();
      await expect(page.locator("header summary")).toBeHidden();
    });
  });
}

test("every desk page is accessible and fits a phone in three languages (36)", async ({
  page,
  context,
  school,
  database,
}) => {
  await joinDesk(page, school);
  const [{ reference }] = (await database.query("select reference from enrollments limit 1")) as [
    { reference: string },
  ];
  await database.query(
    `insert into questions (id, enrollment_id, words, answer_by)
    select gen_random_uuid(), id, '¿Qué días podéis venir?', current_date + 200 from enrollments where reference = $1`,
    [reference],
  );
  await database.query(
    `with label as (insert into labels (name, name_key) values ($2, $2) returning id)
     insert into enrollment_labels (enrollment_id, label_id) select e.id, l.id from enrollments e, label l where reference = $1`,
    [reference, "x".repeat(40)],
  );
  for (const prefix of ["", "/ca", "/en"]) {
    const desk = new DeskPages(page, prefix);
    if (prefix) await openDesk(context, school, "admin");
    const enrollmentPath = `/desk/enrollments/${reference}`;
    for (const path of [
      "/desk",
      "/desk/enrollments?state=pending&age=minor",
      enrollmentPath,
      "/desk/labels",
      "/desk/staff",
      "/desk/audit",
      "/desk/audit/opened",
      "/desk/data",
      "/desk/me",
    ]) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${prefix}${path}`);
      await expect(page.locator("html")).toHaveAttribute("lang", prefix.slice(1) || "es");
      if (!prefix) await expectAccessible(page, path);
      if (!prefix && !/audit|labels/.test(path)) await expectContrastInSystemColors(page, path);
      for (const width of prefix ? [320] : [1280, 768, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoHorizontalScroll(page);
      }
      if (!prefix && path === "/desk/labels") {
        const count = await page
          .locator("summary", { hasText: "xxx" })
          .getByText("1 solicitud")
          .boundingBox();
        expect(count?.height, "no word is broken").toBeLessThan(50);
      }
      if (!prefix) await expectTargetSize(page, path);
      if (!prefix && path.includes("?state")) await expectAccessible(page, `${path} at 320 px`, "light"); // as cards
      const lists = page.locator(":is(ul, ol, dl):empty");
      const displays = await lists.evaluateAll((elements) =>
        elements.map((element) => getComputedStyle(element).display),
      );
      expect(new Set([...displays, "none"]), `${path}: empty lists`).toEqual(new Set(["none"]));
    }
    if (!prefix) {
      await page.goto(enrollmentPath);
      await desk.submit("note");
      await expect(desk.errors()).toBeFocused();
      await expectAccessible(page, "an empty note");
    }
    await page.goto(`${prefix}/desk/enrollments?state=withdrawn`); // on a phone the tabs do not fit one line
    await expect(page.locator("main .tabs [aria-current]")).toBeInViewport({ ratio: 1 });
    await context.clearCookies();
    if (prefix) continue;
    await page.goto("/desk/sign-in");
    await desk.submit("password");
    await expect(desk.errors().locator("a")).toHaveCount(2);
    await expectAccessible(page, "signing in, with errors");
    await desk.signIn(email);
    await expect(page).toHaveURL(/second-factor/);
    await expectAccessible(page, "second factor");
    await context.clearCookies();
  }
});
