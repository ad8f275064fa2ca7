import { daysAfter, yearsBefore } from "@/lib/platform/dates";
import { aMinor, anAdult } from "@/test/factories";
import type { ApiClient } from "../support/api-client";
import { expect, test } from "../support/test";
import { Wizard } from "../support/wizard";

for (const [locale, withWord] of Object.entries({ es: "con", ca: "amb", en: "with" }) as ["es", string][]) {
  test(`a price that includes the chosen speciality says so, in ${locale} (W25)`, async ({ page, api }) => {
    const { syllabus, speciality, price } = await aSyllabusWithSpeciality(api);
    const wizard = new Wizard(page, locale);
    await wizard.hurryTo("specialities", anAdult());
    await wizard.put("student_speciality_option1", String(speciality.id));
    await wizard.continue();
    await wizard.main.locator('a[href*="/specialities?"]').click();
    await expect(page).toHaveURL(/specialities/);
    const euros = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(price);
    const words = `${euros} ${withWord} ${speciality.name}`;

    await wizard.put("student_syllabi_option1", String(syllabus));
    const chosen = wizard.control("student_syllabi_option1").locator(`option[value="${syllabus}"]`);
    await expect(chosen).toContainText(euros);
    await expect(wizard.form.locator("[role=status]").first()).toContainText(words);
    await expect(wizard.form.locator("table")).toContainText([words]);
    await expect(wizard.main.locator("form > p").first()).toContainText(`${withWord} ${speciality.name}`);
  });
}

test.describe("in a school of its own", () => {
  test.use({ ownSchool: true, javaScriptEnabled: false });

  test("courses are proposed by the age when they begin, by birthday or by the year of birth (families 4)", async ({
    wizard,
    page,
    api,
    database,
  }) => {
    const { start_school_year: starts } = await api.currentYear();
    // Six years old the day after the course begins, and by the year of birth that whole year.
    const student_birth_date = yearsBefore(daysAfter(starts, 1), 6);
    await wizard.hurryTo("specialities", aMinor({ student_birth_date }));
    const proposed = wizard.control("student_syllabi_option1").locator("optgroup").first();
    await expect(proposed).toHaveAttribute("label", "Para quien tiene 5 años cuando empieza el curso");
    await database.query(`insert into settings (key, value) values ('course_age', '"birth_year"')`);
    await expect(async () => {
      await page.reload();
      const label = `Para quien cumple 6 años en ${starts.slice(0, 4)}`;
      await expect(proposed).toHaveAttribute("label", label, { timeout: 500 });
    }).toPass();
  });
});

/** A syllabus with subjects for one speciality alone, and what it costs with them. */
async function aSyllabusWithSpeciality(api: ApiClient) {
  type Subject = { price: number; speciality_id?: number };
  const year = (await api.currentYear()).id;
  const list = async (name: string) => (await api.get(`academic/${name}?school_year_id=${year}`)).body.data;
  const [syllabi, specialities] = await Promise.all([list("syllabis"), list("specialities")]);
  const syllabus = syllabi.find(({ speciality_subjects }: { speciality_subjects: Subject[] }) =>
    speciality_subjects.some(({ price }) => price > 0),
  );
  const id = syllabus.speciality_subjects.find(({ price }: Subject) => price > 0).speciality_id;
  const taken = [
    ...syllabus.subjects_mandatories,
    ...syllabus.speciality_subjects.filter(({ speciality_id }: Subject) => speciality_id === id),
  ] as Subject[];
  return {
    syllabus: syllabus.id as number,
    speciality: specialities.find((speciality: { id: number }) => speciality.id === id) as {
      id: number;
      name: string;
    },
    price: taken.reduce((sum, { price }) => sum + price, 0),
  };
}
