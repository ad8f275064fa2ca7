import { beforeAll, expect, test } from "vitest";
import { openPage, submitForm } from "./browser";
import { createFixtureSchool, currentSchool, type FixtureSchool } from "./fixture-school";
import { fillForm } from "./submit-form";

let school: FixtureSchool;

beforeAll(async () => {
  school = await createFixtureSchool();
  currentSchool.school = school;
});

test("desk 22: of the proposed places, those that could not be given are listed with the reason above the new list", async () => {
  const { waiting, second } = school.references;
  const { visitor } = school.staff.secretary;
  const page = await openPage(visitor, "/desk/waiting-list?year=6");
  const form = fillForm(page, "callNextAction", {}, school);
  form.append("call", `${second}/99/61/`);
  const { html } = await submitForm(visitor, page.address, form);
  expect(html).toContain("decisions.calls.given(given=1, count=2)");
  expect(html).toContain(`${second}: desk.bulk.outcomes.changed_meanwhile`);
  expect(html).not.toContain(waiting);
});
