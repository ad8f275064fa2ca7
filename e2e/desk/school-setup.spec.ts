import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { anAdult } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { DeskPages, runCommand } from "../support/pages/desk-pages";
import { clickButton, openDesk } from "../support/pages/desk-session";
import { Wizard } from "../support/pages/wizard";
import type { School } from "../support/servers/school";
import { expect, test } from "../support/test";

test.use({ freshSchool: true });

const EMAIL = "direccio@escola-roca.cat";
const THIS_YEAR = new Date().getFullYear();

/** The administrator removes demo and test data, and invites a colleague. */
async function replaceDemo(browser: Browser, school: School): Promise<string> {
  await school.enrollFamilies?.(3);
  await school.database?.query(`
    with tried as (update all_enrollments set test = true, api_key_id = (select id from api_keys where name = 'e2e sandbox')
      where id = (select id from all_enrollments limit 1) returning student_id)
    update all_people set sandbox_id = (select id from api_keys where name = 'e2e sandbox')
    where id in (select student_id from tried)`);
  const context = await browser.newContext({ baseURL: school.url });
  await openDesk(context, school, "admin", "Demo");
  const page = await context.newPage();
  await page.goto("/desk");
  await page.getByRole("link", { name: "Seguir preparando la escuela" }).click();
  await expect(page.getByText("Empezar con tu escuela")).toHaveCount(1); // one action has one name
  await page.locator("form", { hasText: "Sí, que se borren" }).getByRole("checkbox").check();
  await clickButton(page, "Borrar los datos de prueba");
  await expect(page.getByRole("status")).toContainText("claves de prueba");
  await school.database?.query("update staff_sessions set password_at = now() - interval '11 minutes'");
  const checkbox = page.locator("form", { hasText: "Sí, que se quite" }).getByRole("checkbox");
  await checkbox.check();
  await clickButton(page, "Empezar con tu escuela");
  await expect(page).toHaveURL(/\/desk\/password/); // the password was entered too long ago
  await school.database?.query("update staff_sessions set password_at = now()");
  await page.goto("/desk/setup");
  await expect(checkbox).toBeChecked(); // the checkbox keeps its state
  await clickButton(page, "Empezar con tu escuela");
  await expect(page.getByRole("status")).toContainText("ya no está");
  await expect(page.getByText("Empezar con tu escuela")).toHaveCount(0);

  await page.goto("/desk/staff");
  await page.locator("main #email").fill(EMAIL);
  await page.locator("main #role").selectOption("admin");
  await new DeskPages(page).submit("role");
  const link = await page.getByRole("status").locator(".font-mono").textContent();
  await context.close();
  return String(link);
}

test("desk 43: a new administrator sets up an empty database until a family enrolls, without a terminal", async ({
  page,
  school,
}) => {
  await school.database?.query("truncate school_years, degrees, grading_systems cascade");
  await joinDesk(page, school, await runCommand(school, "staff", "invite", EMAIL, "--role", "admin"));
  await setSchoolDetails(page);
  await writeTexts(page);
  await importCourseList(page);
  const [year] = (await school.database?.query<{ id: number }>("select id from school_years")) ?? [];
  await enrollFamily(page, Number(year?.id));
});

test("desk 28 and 43: a new administrator replaces the demo with the own school until a family enrolls, without a terminal", async ({
  page,
  browser,
  school,
}) => {
  await joinDesk(page, school, await replaceDemo(browser, school));
  await expect(page.getByRole("link", { name: "Poner el nombre" })).toBeVisible();
  await expectAccessible(page, "set up your school");
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await setSchoolDetails(page);
  await confirmTexts(page);
  await importCatalogue(page);
  await enrollFamily(page, SCHOOL_YEAR.id);
});

/** Set-up is complete: families see the school's name and can enroll. */
async function enrollFamily(page: Page, year: number) {
  await page.goto("/desk");
  await expect(page.getByText("Prepara tu escuela")).toHaveCount(0);
  const wizard = new Wizard(page);
  await wizard.skipTo("check", anAdult({ school_year_id: year }));
  await expect(page.locator("header").first()).toContainText("Escola Roca");
  await wizard.submit();
  await page.goto("/desk/enrollments");
  await expect(page.locator("h1")).toHaveText("1 solicitud");
}

/** Texts cannot be confirmed before they are displayed. */
async function confirmTexts(page: Page) {
  await page.goto("/desk/setup");
  await page.getByRole("link", { name: "Leer los de ejemplo y dejarlos" }).click();
  for (const title of ["Condiciones de la matrícula", "Privacidad"])
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expectAccessible(page, "the legal texts before they are confirmed");
  await clickButton(page, "Los he leído: se quedan como están");
  await expect(page).toHaveURL(/said=textsKept/);
}

const SCHOOL_YEAR = {
  id: 900,
  year: `${THIS_YEAR}/${THIS_YEAR + 1}`,
  start_enrollment: `${THIS_YEAR}-01-01`,
  end_enrollment: null,
  start_school_year: `${THIS_YEAR}-09-01`,
  end_school_year: `${THIS_YEAR + 1}-06-30`,
};

const yearFields = { school_year_id: SCHOOL_YEAR.id };

const CATALOGUE = {
  degrees: [{ id: 901, order: 1, name: "Elemental" }],
  courses: [{ id: 901, degree_id: 901, number: 1, name: "Primero" }],
  grading_systems: [{ id: 901, name: "Numérica" }],
  syllabi: [
    {
      ...{ ...yearFields, id: 901, name: "", course_id: 901, grading_system_id: 901, age: 0 },
      ...{ min_electives: 0, max_electives: 0, max_failed_subjects_to_pass: 0 },
    },
  ],
  syllabus_specialities: [{ ...yearFields, syllabus_id: 901, speciality_id: 901 }],
  syllabus_subjects: [
    {
      ...{ ...yearFields, id: 901, syllabus_id: 901, subject_id: 901, speciality_id: 901 },
      ...{ kind: "speciality", classes_per_week: 1 },
    },
  ],
};

/** A file larger than any form: previewed, then imported unchanged. */
async function importCatalogue(page: Page) {
  const common = { school_year_id: SCHOOL_YEAR.id, code: null, name: "Gralla" };
  const catalogue = JSON.stringify({
    school_years: [SCHOOL_YEAR],
    specialities: [{ ...common, id: 901 }],
    ...CATALOGUE,
    subjects: [
      {
        ...common,
        id: 901,
        school_hours: "00:30",
        price: 30,
        student_ratio: 1,
        ects: 0,
        is_individual: true,
      },
    ],
  });
  await page.goto("/desk/catalogue/import");
  const selectFile = (name: string, bytes: number) =>
    page
      .locator("main #file")
      .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(catalogue.padEnd(bytes)) });
  await selectFile("demasiado.json", 4_000_001);
  await clickButton(page, "Ver qué cambia");
  await expect(page.locator("main [data-error-summary]")).toContainText("4 MB");
  await selectFile("catalogo.json", 3_000_000);
  await clickButton(page, "Ver qué cambia");
  await expect(page.locator("main dl")).toContainText("Gralla");
  await clickButton(page, "Importar estos cambios");
  await expect(page.getByRole("status")).toContainText("Guardado");
  await page.goto("/desk");
  await expect(page.getByText("Antes de que las familias pidan plaza falta: Plazas.")).toBeVisible();
  await page.goto("/desk/setup");
  await page.getByRole("link", { name: "Poner las plazas" }).click();
  await page.locator("main input[name^=limit-901]").first().fill("4");
  await clickButton(page, "Guardar las plazas");
  await expect(page.getByRole("status")).toContainText("Las plazas están guardadas");
}

/** A school's own list: empty template, an error by row, and a complete catalogue. */
async function importCourseList(page: Page) {
  await page.goto("/desk/catalogue");
  await page.getByRole("main").getByRole("link", { name: "Importar de un archivo" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Descargar la plantilla vacía" }).click();
  const template = await readFile(await (await download).path(), "utf8");
  expect(template).toBe("\uFEFFinstrumento;curso;enseñanza;edad;plazas;precio\r\n");
  await expectAccessible(page, "import a list");
  const previewText = async (text: string) => {
    const buffer = Buffer.from(text);
    await page.locator("main #file").setInputFiles({ name: "lista.csv", mimeType: "text/csv", buffer });
    await clickButton(page, "Ver qué cambia");
  };
  const previewFile = (...rows: string[]) => previewText(template + rows.join("\r\n"));
  await page.locator("main #year").fill(SCHOOL_YEAR.year);
  await page.locator("main #start_enrollment").fill(SCHOOL_YEAR.start_enrollment);
  await page.locator("main #start_school_year").fill(SCHOOL_YEAR.start_school_year);
  await page.locator("main #end_school_year").fill(SCHOOL_YEAR.end_school_year);
  await previewText("nombre;precio\r\nGralla;30");
  await expect(page.locator("main [data-error-summary]")).toContainText(
    "columna «nombre»: No es una columna de esta tabla. Son: instrumento, curso, enseñanza, edad, plazas, precio",
  );
  await previewFile("Gralla;;;;4;treinta", "Piano;;;;;35,50");
  const problems = page.locator("main [data-error-summary]");
  await expect(problems).toContainText("lista.csv, línea 2, columna «precio»: Escribe un número como 32,50");
  await previewFile("Gralla;;;;4;30,00", "Piano;;;;;35,50");
  await expect(page.locator("main dl")).toContainText("Gralla, Plazas");
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await clickButton(page, "Importar estos cambios");
  await expect(page.getByRole("status")).toContainText("Guardado");
}

async function joinDesk(page: Page, school: School, link: string) {
  await new DeskPages(page).acceptInvitation(link, { name: "Rosa Roca", email: EMAIL });
  await school.database?.query("update staff_members set locale = 'es'");
  await page.getByRole("link", { name: "Seguir preparando la escuela" }).click();
}

async function setSchoolDetails(page: Page) {
  await page.getByRole("link", { name: "Poner el nombre" }).click();
  for (const [name, value] of [
    ["school_name", "Escola Roca"],
    ["school_color", "#0a5a8c"],
    ["contact_email", "hola@escola-roca.cat"],
    ["contact_phone", "+34 972 000 000"],
    ["contact_address", "Carrer Major 1, Girona"],
  ] as const) {
    await page.goto(`/desk/settings/${name}`);
    await page.locator(`main #${name}`).fill(value);
    await clickButton(page, "Guardar el ajuste");
    await expect(page.getByRole("status")).toContainText("Guardado");
  }
}

/** Legal texts with live preview, and a sentence for all mails. */
async function writeTexts(page: Page) {
  for (const kind of ["terms", "privacy"]) {
    await page.goto(`/desk/texts/${kind}`);
    for (const language of ["es", "ca", "en"])
      await page.locator(`main #${language}`).fill(`# Text of ${kind}\n\n{school} (${language})`);
    await page.getByText("Cómo se ve: Català").click();
    await expect(page.locator("main [lang=ca] p")).toHaveText("Escola Roca (ca)");
    await clickButton(page, "Guardar como versión 2");
    await expect(page.getByRole("status")).toContainText("Guardado");
  }
  await page.goto("/desk/texts/mails/signature");
  for (const language of ["es", "ca", "en"]) await page.locator(`main #${language}`).fill("Rosa Roca");
  await clickButton(page, "Ver cómo queda");
  await expect(page.locator("main article p").last()).toContainText("Rosa Roca");
  await clickButton(page, "Guardar el texto");
  await expect(page.getByRole("status")).toContainText("Guardado");
}
