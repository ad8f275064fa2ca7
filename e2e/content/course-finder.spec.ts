import { aMinor, anAdult, yearsAgo } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expectNoHorizontalScroll } from "../support/checks/small-screen";
import { Wizard } from "../support/pages/wizard";
import { expect, test } from "../support/test";

type Subject = { price: number; school_hours: string; speciality_id?: number };
type Syllabus = {
  name: string;
  age: number;
  specialities: { id: number }[];
  subjects_mandatories: Subject[];
  speciality_subjects: Subject[];
};

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("families 37: the course finder works without a script and shows the monthly price of course and instrument", async ({
    page,
    api,
  }) => {
    const { id, start_school_year, end_school_year } = await api.getCurrentYear();
    const { body } = await api.get(`academic/syllabis?school_year_id=${id}`);
    const violin = (await api.get(`academic/specialities?school_year_id=${id}`)).body.data.find(
      ({ name }: { name: string }) => name === "Violín",
    ).id as number;
    const months = 12 + Number(end_school_year.slice(5, 7)) - Number(start_school_year.slice(5, 7)) + 1;
    const expected = (body.data as Syllabus[])
      .filter(({ name }) => name === "Elemental 1.º") // a beginner's, whatever the usual age
      .map(({ name, subjects_mandatories, speciality_subjects }) => {
        const instrumentSubjects = speciality_subjects.filter(
          ({ speciality_id }) => speciality_id === violin,
        );
        const year = [...subjects_mandatories, ...instrumentSubjects].reduce(
          (sum, { price }) => sum + price,
          0,
        );
        return [
          name,
          new Intl.NumberFormat("es", { style: "currency", currency: "EUR" }).format(year / months),
        ];
      });
    expect(expected).toHaveLength(1);

    await page.goto("/");
    const finder = page.locator("#courses");
    await finder.getByLabel("Edad al empezar").selectOption("9 años");
    await finder.getByLabel("Instrumento").selectOption("Violín");
    await finder.getByRole("button", { name: "Ver cursos" }).click();
    await expect(page).toHaveURL(/\?(year=\d+&)?age=9&instrument=\d+&played=&hours=#courses$/);
    await expect(finder.getByRole("heading", { level: 3 }).first()).toHaveText(
      "1 curso con violín para 9 años",
    );
    const rows = finder.locator("ul").first().getByRole("listitem");
    await expect(rows).toHaveCount(expected.length);
    for (const [name = "", price = ""] of expected)
      await expect(rows.filter({ hasText: name })).toContainText(`${price} al mes`);
    await expect(finder.getByLabel("Instrumento")).toHaveValue(String(violin));

    await page.goto(`/?age=4&instrument=${violin}`); // courses for all instruments only
    await expect(finder.getByRole("heading", { level: 3 }).first()).toHaveText(/^\d+ cursos para 4 años$/);
    await finder.getByRole("link", { name: "Todos los estudios y precios" }).click();
    await expect(finder.locator("details")).not.toHaveCount(0);
    await expect(finder.getByLabel("Edad al empezar")).toHaveValue("");
  });
});

test("families 37: a course of the finder starts the form with course and instrument selected", async ({
  page,
  wizard,
}) => {
  await page.goto("/?age=10#courses");
  const finder = page.locator("#courses");
  await finder.getByLabel("Instrumento").selectOption("Violín");
  await finder.getByRole("button", { name: "Ver cursos" }).click();
  await finder.getByRole("link", { name: "Elemental 1.º" }).click();
  await expect(page).toHaveURL(/\/enroll\?course=\d+&instrument=\d+$/);
  await page.getByRole("link", { name: "menor a mi cargo" }).click();
  await expect(page).toHaveURL(/birth-date/);
  await expect(wizard.main).toContainText("Has elegido Elemental 1.º con violín");
  await wizard.walkTo("specialities", aMinor());
  await expect(wizard.form.locator("input[name=student_syllabi_option1]:checked")).toHaveCount(1);
  await expect(wizard.form.locator("label:has(input[name=student_syllabi_option1]:checked)")).toContainText(
    "Elemental 1.º",
  );
});

for (const [locale, instrument, age, course, subjects] of [
  ["ca", "Violí", "10 anys", "Elemental 1r", "violí, llenguatge musical i cor"],
  ["en", "Cello", "10 years", "Elementary 1", "cello, music theory, and choir"],
] as const)
  test(`families 41: in ${locale} instruments, courses and subjects are read in its language, in the finder and in the form`, async ({
    page,
  }) => {
    await page.goto(`/${locale}?age=10#courses`);
    const finder = page.locator("#courses");
    await finder.locator("[name=instrument]").selectOption(instrument);
    await finder.getByRole("button").click();
    await expect(finder.locator("[name=age] option:checked")).toHaveText(age);
    await expect(finder.getByRole("link", { name: course })).toContainText(subjects);
    expect(await finder.locator("[lang=es]").count()).toBe(0);
    const localWizard = new Wizard(page, locale);
    await localWizard.skipTo("specialities", aMinor());
    await localWizard.control("student_speciality_option1").selectOption(instrument);
    await expect(localWizard.form.locator(".choice").first()).toContainText(course);
  });

for (const [applicant, person, instrument, played] of [
  ["an adult without an instrument", anAdult(), "", ""],
  ["a child of 10 who has played the piano", aMinor({ student_birth_date: yearsAgo(11) }), "Piano", "2"],
] as const)
  test(`families 4 and 37: the form shows ${applicant} the courses of the finder before all others`, async ({
    page,
    wizard,
  }) => {
    await wizard.skipTo("specialities", person);
    for (const [name, value] of [
      ["student_speciality_option1", instrument],
      ["student_experience_years", played],
    ] as const) {
      if (!value) continue;
      const saved = page.waitForResponse((response) => response.request().method() === "POST");
      await Promise.all([wizard.fill(name, value), saved]);
    }
    await page.reload();
    const cards = wizard.form.locator("fieldset > div:not(:has(details)) > .choice");
    const group = wizard.form.locator("details").filter({ hasText: /cursos? que encajan?/ });
    const suitable = cards
      .or(group.locator(".choice"))
      .locator("input[name=student_syllabi_option1]:not([value=''])");
    await expect(group).toHaveCount(1);
    const values = await suitable.evaluateAll((inputs) =>
      inputs.map((input) => (input as HTMLInputElement).value),
    );
    expect(values.length).toBeGreaterThan(2); // more than the cards
    const [, age = "18"] = /(\d+) años al empezar/.exec(await wizard.main.innerText()) ?? [];

    await page.goto(`/?age=${age}${played && `&played=${played}`}#courses`);
    const finder = page.locator("#courses");
    if (instrument) await finder.getByLabel("Instrumento").selectOption(instrument);
    await finder.getByRole("button", { name: "Ver cursos" }).click();
    if (instrument) await page.waitForURL(/instrument=\d/);
    const found = await finder
      .locator("a[href*='course=']:not(details *)")
      .evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get("course")),
      );
    expect(values.toSorted()).toEqual(found.toSorted());
  });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 720 } });

  for (const [applicant, person, instrument, played] of [
    ["a beginner of 9", aMinor(), "Violín", ""],
    ["a child of 10 who has played", aMinor({ student_birth_date: yearsAgo(11) }), "Violín", "2"],
    ["a child of 3", aMinor({ student_birth_date: yearsAgo(3) }), "Violín", ""],
    ["a singer of 17", aMinor({ student_birth_date: yearsAgo(17, -90) }), "Canto", "2"],
    ["an adult who has played", anAdult(), "Violín", "3"],
  ] as const)
    test(`families 35: the course page of ${applicant} has at most three cards and 1,700 px with closed details, and no price wraps`, async ({
      page,
      wizard,
    }) => {
      await wizard.skipTo("specialities", person);
      const selectOption = async (name: string, value: string | { label: string }) => {
        const saved = page.waitForResponse((response) => response.request().method() === "POST");
        await wizard.control(name).selectOption(value);
        await saved;
      };
      await selectOption("student_speciality_option1", { label: instrument });
      if (played) await selectOption("student_experience_years", played);
      await page.reload(); // its own fonts are here by now
      await expect(wizard.control("student_experience_years")).toHaveValue(played);
      const cards = wizard.form.locator("fieldset > div:not(:has(details)) > .choice");
      expect(await cards.count()).toBeLessThanOrEqual(3);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1700);
      for (const details of await wizard.form.locator("fieldset details").all())
        await details.locator("summary").click();
      const lines = await page
        .locator(".choice .figures")
        .evaluateAll((prices) => prices.map((price) => price.getClientRects().length));
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.every((count) => count === 1)).toBe(true);
    });
});

test.describe("in a school of its own", () => {
  test.use({ freshSchool: true });

  test("families 37: with two open school years the finder shows the coming one's first day and prices, with a choice", async ({
    page,
    api,
    database,
  }) => {
    const [current, next] = (await api.get("academic/school_years")).body.data;
    await database.query("update subjects set price = price + 100 where school_year_id = $1", [next.id]);
    await database.query("update school_years set start_enrollment = current_date - 1 where id = $1", [
      next.id,
    ]);
    const euros = new Intl.NumberFormat("es", { style: "currency", currency: "EUR" });
    /** First grade without the instrument's subject; school years of the demo have ten months. */
    const readMonthlyPrice = async (year: number) => {
      const { data } = (await api.get(`academic/syllabis?school_year_id=${year}`)).body;
      const course = (data as Syllabus[]).find(({ name }) => name === "Elemental 1.º");
      const cheapest = Math.min(...(course?.speciality_subjects ?? []).map(({ price }) => price));
      const subjects = course?.subjects_mandatories ?? [];
      return euros.format(subjects.reduce((sum, { price }) => sum + price, cheapest) / 10);
    };
    const finder = page.locator("#courses");
    const course = finder.getByRole("link", { name: "Elemental 1.º" });
    const expectFinderYear = async (address: string, { id, start_school_year: startDay }: typeof next) => {
      await expect(async () => {
        const price = await readMonthlyPrice(id);
        await page.goto(address);
        await expect(course).toContainText(`desde ${price} al mes`, { timeout: 1000 });
      }).toPass(); // page and API hear of a catalogue within a second
      await expect(finder).toContainText(
        `La edad es la que se tiene el 7 de septiembre de ${startDay.slice(0, 4)}`,
      );
      await expect(finder).toContainText(`Edad cumplida el 7 de septiembre de ${startDay.slice(0, 4)}`);
      await expect(finder.locator("[name=year]")).toHaveValue(String(id));
    };
    await expectFinderYear("/?age=10", next);
    await expectFinderYear(`/?age=10&year=${current.id}`, current);
    expect(await readMonthlyPrice(current.id)).not.toBe(await readMonthlyPrice(next.id));
    await page.goto("/enroll/school-year");
    await expect(page.locator(".choice", { hasText: next.year })).toContainText(
      "El que viene, desde el 7 de septiembre",
    );
    await expect(page.locator(".choice", { hasText: current.year })).toContainText("ya empezado");
  });

  test("families 37: the finder is readable without results, prices or ages, with 60 long names, and without courses", async ({
    page,
    api,
    database,
  }) => {
    const finder = page.locator("#courses");
    const expectReadable = async (address: string, text: string) => {
      await expect(async () => {
        await page.goto(address);
        await expect(finder).toContainText(text, { timeout: 1000 });
      }).toPass(); // page and API hear of a catalogue within a second
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 640 });
        await expectNoHorizontalScroll(page);
      }
      await expectAccessible(page, address);
    };
    const violin = (
      await api.get(`academic/specialities?school_year_id=${(await api.getCurrentYear()).id}`)
    ).body.data.find(({ name }: { name: string }) => name === "Violín");
    await expectReadable(`/en?age=3&instrument=${violin?.id}`, "No courses with violin at age 3");

    const longName =
      "Conjunto instrumental y Gesamtunterrichtsvorbereitungsabschlussprüfung de violonchelo barroco";
    await database.query(`
    insert into syllabi (school_year_id, name, course_id, min_electives, max_electives, age,
      max_failed_subjects_to_pass, grading_system_id)
    select school_year_id, '${longName} ' || at, course_id, 0, 0, 9, 0, grading_system_id
    from (select distinct on (school_year_id) * from syllabi where age = 8) as one, generate_series(1, 60) as at`);
    await expectReadable("/ca?age=9", `${longName} 60`);
    await expect(finder.getByText("Pregunta el preu a secretaria").first()).toBeVisible();

    await database.query("update syllabi set age = 0");
    await expect(async () => {
      await expectReadable("/", "Música y movimiento"); // a change of the catalogue is heard of within a second
      await expect(finder.getByLabel("Edad al empezar")).toHaveCount(0, { timeout: 500 });
    }).toPass();

    await database.query("delete from syllabi");
    await expectReadable("/", "todavía no está publicada");
  });
});
