import { beforeAll, expect, onTestFinished, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { parseForms } from "@/test/support/http/html-forms";
import { openPage, type Page, submitForm, type Visitor } from "./browser";
import { createFixtureSchool, currentSchool, type FixtureSchool } from "./fixture-school";
import { dateInput, fillForm } from "./submit-form";

let school: FixtureSchool;

beforeAll(async () => {
  school = await createFixtureSchool();
  currentSchool.school = school;
});

test("admission 13: a proposed place of which a message would bounce is marked", async () => {
  const { visitor } = school.staff.secretary;
  const countMarks = async () => {
    const { html } = await openPage(visitor, "/desk/waiting-list?year=6");
    return html.split("desk.publication.problems.bounces").length - 1;
  };
  expect(await countMarks()).toBe(0);
  const people = await prisma().person.findMany({ select: { emailKey: true } });
  const bounced = people.map(({ emailKey }) => ({ emailKey, reason: "bounced" }));
  await prisma().mailSuppression.createMany({ data: bounced, skipDuplicates: true });
  onTestFinished(async () => void (await prisma().mailSuppression.deleteMany()));
  expect(await countMarks()).toBeGreaterThan(0);
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

const readControl = ({ html }: Page, control: string) =>
  parseForms(html)
    .flatMap(({ controls }) => controls)
    .find(({ name }) => name === control);

test("desk 19: only a place that the family asked for is preselected; a secretary chooses any other", async () => {
  const { visitor } = school.staff.secretary;
  await prisma().place.deleteMany({ where: { specialityId: 61 } });
  const address = `/desk/enrollments/${school.references.second}/decide/accepted`; // waits for the full Violín
  const page = await openPage(visitor, address);
  expect(readControl(page, "speciality")).toMatchObject({ value: "", options: ["", "61", "none"] });
  expect(readControl(page, "syllabus")).toBeUndefined();
  const look = (form: Record<string, string>) =>
    submitForm(visitor, address, fillForm(page, "decideAction", { ...form, intent: "look" }, school));
  expect((await look({})).html).toContain('aria-invalid="true"');
  expect((await look({ speciality: "61" })).html).not.toContain("decisions.form.lookFirst");

  const offered = await openPage(visitor, `/desk/enrollments/${school.references.noel}/decide/accepted`);
  expect([readControl(offered, "speciality")?.value, readControl(offered, "syllabus")?.value]).toEqual([
    "none",
    "62",
  ]);
});

test("desk 11: where one family's mail is previewed, the page says that its address bounces", async () => {
  const { visitor } = school.staff.secretary;
  const address = `/desk/enrollments/${school.references.noel}`;
  const listPreviews = async () => [
    await openPage(visitor, `${address}/decide/accepted`),
    await openPage(visitor, `${address}/ask`),
    await postIn(visitor, `/desk/enrollments?open=${school.references.noel}`, "decideAction decide-waiting"),
  ];
  for (const { html, address } of await listPreviews())
    expect.soft(html, address).not.toContain("desk.bulk.outcomes.bounces");
  await prisma().mailSuppression.create({ data: { emailKey: "nadia@example.org", reason: "bounced" } });
  for (const { html, address } of await listPreviews())
    expect.soft(html, address).toContain("desk.bulk.outcomes.bounces");
});

test("desk 11: a decision that is not possible, or not for this member, has no form but the state, who and when", async () => {
  const { accepted, untold } = school.references;
  const { secretary, head } = school.staff;
  const open = async ({ visitor }: { visitor: Visitor }, reference: string, to: string) =>
    (await openPage(visitor, `/desk/enrollments/${reference}/decide/${to}`)).html;
  for (const html of [
    await open(head, accepted, "accepted"),
    await open(secretary, accepted, "pending"), // the family knows already
    await open(secretary, untold, "rejected"),
  ]) {
    expect.soft(html).not.toContain('name="version"');
    expect.soft(html).toMatch(/decisions\.form\.since\(who=[^,)]+, time=.+, state=/);
  }
  expect(await open(head, accepted, "pending")).toContain('name="version"');
  expect(await open(secretary, untold, "pending")).toContain('name="version"');
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

test("desk 2: without scripts a form posts to its page without the success of the last action", async () => {
  const address = `/desk/enrollments/${school.references.carla}?list=all`;
  const { html } = await openPage(school.staff.secretary.visitor, `${address}&said=labelled`);
  expect(html).toContain("desk.said.labelled");
  expect(html).toContain(`action="${address}"`);
});

async function postIn(visitor: Visitor, address: string, form: string) {
  const page = await openPage(visitor, address);
  return submitForm(visitor, page.address, fillForm(page, form, { intent: "look" }, school));
}
