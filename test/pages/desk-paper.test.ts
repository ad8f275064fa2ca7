import { beforeAll, expect, test } from "vitest";
import { openPage, submitForm } from "./browser";
import { createFixtureSchool, currentSchool, type FixtureSchool } from "./fixture-school";
import { dateInput, fillForm } from "./submit-form";

let school: FixtureSchool;

beforeAll(async () => {
  school = await createFixtureSchool();
  currentSchool.school = school;
});

test("desk 15: on paper, as in the wizard, nobody of 18 or older is entered as a minor", async () => {
  const { visitor } = school.staff.secretary;
  const sheet = "year=6&sheet=00000000-0000-4000-8000-000000000001";
  for (const family of ["who=minor", `of=${school.references.carla}&how=sibling`]) {
    const page = await openPage(visitor, `/desk/paper?${family}&${sheet}`);
    const enter = async (year: string) => {
      const born = dateInput("student_birth_date", "17", "5", year);
      return (await submitForm(visitor, page.address, fillForm(page, "enrollOnPaperAction", born, school)))
        .html;
    };
    const [grown, child] = [await enter("1999"), await enter("2017")];
    expect.soft(grown, family).toMatch(/href="#student_birth_date_day"[^>]*>desk\.paper\.grown_up/);
    expect.soft(child, family).not.toContain("grown_up");
  }
});
