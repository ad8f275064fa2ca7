import { aMinor, anAdult } from "@/test/support/data/factories";
import type { ApiClient } from "../support/api-client";
import { findSetupLink } from "../support/pages/account-pages";
import { expect, test } from "../support/test";

test("a course's card has the monthly price with the chosen instrument (W25, families 35)", async ({
  wizard,
  api,
}) => {
  const { syllabus, speciality, price } = await findSyllabusWithSpeciality(api);
  const { start_school_year: startDay, end_school_year: endDay } = await api.getCurrentYear();
  const countMonths = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const format = new Intl.NumberFormat("es", { style: "currency", currency: "EUR" });
  const euros = format.format(price / (countMonths(endDay) - countMonths(startDay) + 1));
  await wizard.skipTo("specialities", anAdult());
  const card = wizard.form.locator(`label:has(input[value="${syllabus}"])`);
  await expect(card).toContainText("desde");
  await wizard.fill("student_speciality_option1", String(speciality.id));
  await wizard.fill("student_experience_years", "2"); // at once: the price is not forgotten for it
  await expect(card).toContainText(euros);
  await expect(card).not.toContainText(`desde ${euros}`);
});

test("families 9: the account has the reference, the price and the day of the answer of the last page", async ({
  wizard,
  page,
  api,
  mailbox,
}) => {
  const { syllabus, speciality } = await findSyllabusWithSpeciality(api);
  const minor = aMinor({ student_speciality_option1: speciality.id, student_syllabi_option1: syllabus });
  await wizard.skipTo("check", minor);
  await wizard.submit();
  const reference = String(await wizard.readReference());
  const text = (await wizard.main.innerText()).replaceAll("\u00a0", " ");
  const [price, day] = [
    /[\d.,]+ € al mes/.exec(text)?.[0],
    /como muy tarde el (\d+ de \w+ de \d+)/.exec(text)?.[1],
  ];
  await page.goto(findSetupLink(await mailbox.waitForMail(minor.guardian_email)));
  await page.locator("main form button").first().click();
  await expect(page.locator("main article").getByText(reference, { exact: true }).first()).toBeVisible();
  await page.goto(`/account/enrollments/${reference}`);
  await expect(wizard.main).toContainText(String(price));
  await expect(wizard.main).toContainText(String(day));
});

/** A syllabus with subjects of one speciality, and its price. */
async function findSyllabusWithSpeciality(api: ApiClient) {
  type Subject = { price: number; speciality_id?: number };
  const year = (await api.getCurrentYear()).id;
  const list = async (name: string) => (await api.get(`academic/${name}?school_year_id=${year}`)).body.data;
  const [syllabi, specialities] = await Promise.all([list("syllabis"), list("specialities")]);
  const syllabus = syllabi.find(
    ({ speciality_subjects, min_electives }: { speciality_subjects: Subject[]; min_electives: number }) =>
      min_electives === 0 && new Set(speciality_subjects.map(({ price }) => price)).size > 1,
  );
  const id = syllabus.speciality_subjects.find(({ price }: Subject) => price > 0).speciality_id;
  const subjects = [
    ...syllabus.subjects_mandatories,
    ...syllabus.speciality_subjects.filter(({ speciality_id }: Subject) => speciality_id === id),
  ] as Subject[];
  return {
    syllabus: syllabus.id as number,
    speciality: specialities.find((speciality: { id: number }) => speciality.id === id) as {
      id: number;
      name: string;
    },
    price: subjects.reduce((sum, { price }) => sum + price, 0),
  };
}
