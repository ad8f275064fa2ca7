import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { changedParts, fingerprintOf, SHOWN, shownOf } from "@/lib/platform/fingerprint";
import { readDraft } from "@/lib/wizard/drafts/writes";
import { aMinor } from "@/test/support/data/factories";
import { openPage, type Page, submitForm, type Visitor } from "./browser";
import { createFixtureSchool, createVisitorWithDraft, currentSchool, RENEWAL_TOKEN } from "./fixture-school";
import { dateInput, fillForm } from "./submit-form";

const NAMES = { ca: "Piano de cua", en: "Grand piano" };

beforeAll(async () => {
  currentSchool.school = await createFixtureSchool();
  await prisma().speciality.updateMany({
    where: { id: { in: [51, 61] } },
    data: { nameCa: NAMES.ca, nameEn: NAMES.en },
  });
  invalidate("catalogue");
});

/** A browser with a minor's complete draft. */
const createChild = () =>
  createVisitorWithDraft(
    aMinor({ school_year_id: 6, student_speciality_option1: 61, student_syllabi_option1: 61 }),
  );

type Values = Record<string, string | boolean>;

const post = (visitor: Visitor, page: Page, action: string, values: Values = {}) =>
  submitForm(visitor, page.address, fillForm(page, action, values, currentSchool.school));

/** The post without the field of displayed values. */
function postWithoutShown(visitor: Visitor, page: Page, action: string, values: Values) {
  const form = fillForm(page, action, values, currentSchool.school);
  form.delete(SHOWN);
  return submitForm(visitor, page.address, form);
}

/** Another tab of the same browser submits a page. */
const postInOtherTab = async (visitor: Visitor, address: string, action: string, values: Values) =>
  post(visitor, await openPage(visitor, address), action, values);

const readContent = async ({ cookieJar }: Visitor) =>
  (await readDraft(cookieJar.get("matricula_draft")))?.content;
const readAnswers = async (visitor: Visitor) => (await readContent(visitor))?.answers;
const countEnrollments = () => prisma().enrollment.count();
const listMarkedParts = (page: Page) =>
  [...page.html.matchAll(/ id="(changed-[^"]+)"/g)]
    .map(([, id]) => id)
    .filter((id) => !id?.endsWith("-title"));
const acceptedTerms = { terms_and_conditions: true };

const changes: [what: string, step: string, values: Values, marks: string[]][] = [
  ["another child", "student-name", { student_name: "Pau" }, ["changed-student-name"]],
  [
    "other studies",
    "specialities",
    { student_speciality_option1: "62", student_syllabi_option1: "62" },
    ["changed-specialities"],
  ],
  ["another guardian's address", "guardian-contact", { guardian_city: "Reus" }, ["changed-guardian-contact"]],
];

test.each(changes)(
  "W30: check answers that another tab has changed (%s) send nothing and mark the change",
  async (_, step, values, markedParts) => {
    const child = await createChild();
    const before = await countEnrollments();
    const tab = await openPage(child, "/enroll/check");
    await postInOtherTab(child, `/enroll/${step}`, "saveStepAction", values);
    const again = await post(child, tab, "submitEnrollmentAction", acceptedTerms);
    expect(again.address).toMatch(/^\/enroll\/check\?overtaken=changed/);
    expect(listMarkedParts(again)).toEqual(markedParts);
    expect(await countEnrollments()).toBe(before);
    expect(await readContent(child)).not.toHaveProperty("sent");
    const sent = await post(child, again, "submitEnrollmentAction", acceptedTerms);
    expect(sent.address).toBe("/enroll/done");
    expect(await countEnrollments()).toBe(before + 1);
  },
);

test("W30: check answers whose price the school has changed send nothing and mark the price", async () => {
  const child = await createChild();
  const before = await countEnrollments();
  const tab = await openPage(child, "/enroll/check");
  await prisma().subject.updateMany({ where: { id: 61 }, data: { price: { increment: 10 } } });
  await expect
    .poll(async () => (await openPage(child, "/enroll/check")).html.replaceAll(/.*name="shown"/gs, ""))
    .not.toContain(/name="shown"([^>]*)/.exec(tab.html)?.[1]);
  const again = await post(child, tab, "submitEnrollmentAction", acceptedTerms);
  expect(listMarkedParts(again)).toEqual(["changed-cost"]);
  expect(await countEnrollments()).toBe(before);
});

test("a submission without the displayed data is rejected; a step's is accepted", async () => {
  const child = await createChild();
  const before = await countEnrollments();
  const step = await openPage(child, "/enroll/student-name");
  await postWithoutShown(child, step, "saveStepAction", { student_name: "Mar" });
  expect(await readAnswers(child)).toMatchObject({ student_name: "Mar" });
  const again = await postWithoutShown(
    child,
    await openPage(child, "/enroll/check"),
    "submitEnrollmentAction",
    acceptedTerms,
  );
  expect(again.address).toMatch(/^\/enroll\/check\?overtaken=changed/);
  expect(await countEnrollments()).toBe(before);
});

test("a step whose question another tab has changed saves nothing and keeps the input", async () => {
  const child = await createChild();
  const before = await readAnswers(child);
  const tab = await openPage(child, "/enroll/specialities");
  await postInOtherTab(child, "/enroll/birth-date", "saveStepAction", { student_birth_date_year: "2012" });
  const again = await post(child, tab, "saveStepAction", { enrollment_observations: "Toca de oído." });
  expect(again.address).toBe("/enroll/specialities?overtaken=changed");
  expect(again.html).toContain("Toca de oído.");
  expect((await readAnswers(child))?.enrollment_observations).toBe(before?.enrollment_observations);
  await post(child, again, "saveStepAction");
  expect(await readAnswers(child)).toMatchObject({ enrollment_observations: "Toca de oído." });
});

test("a child that another tab has renamed is not removed by a button with the old name", async () => {
  const child = await createChild();
  const checkPage = await openPage(child, "/enroll/check");
  const form = fillForm(checkPage, "changeChildrenAction", {}, currentSchool.school);
  form.set("child", "add"); // its button stands outside
  await submitForm(child, checkPage.address, form);
  expect((await openPage(child, "/enroll/children")).html).toContain('href="/enroll/children?remove=0"');
  const tab = await openPage(child, "/enroll/children?remove=0");
  await postInOtherTab(child, "/enroll/student-name?from=check&child=0", "saveStepAction", {
    student_name: "Pau",
  });
  const again = await post(child, tab, "changeChildrenAction", { child: "remove 0" });
  expect(again.address).toBe("/enroll/children?overtaken=changed");
  expect((await readContent(child))?.children).toHaveLength(1);
  const confirmation = await openPage(child, "/enroll/children?remove=0");
  expect(confirmation.html).toContain("wizard.children.removeText(name=Pau");
  await post(child, confirmation, "changeChildrenAction", { child: "remove 0" });
  expect(await readContent(child)).not.toHaveProperty("children");
});

const SHOWN_FIELD = /<input type="hidden" name="shown"[^>]*>/;

test("the renewal button enrolls nobody whose displayed data has changed", async () => {
  const paula = await currentSchool.school.family("paula@example.org");
  const before = await countEnrollments();
  const tab = await openPage(paula, "/ca/account");
  expect(tab.html).toMatch(SHOWN_FIELD);
  expect(tab.html).toContain(NAMES.ca);
  const leave = `/ca/account/enrollments/${currentSchool.school.references.paula}/leave`;
  await postInOtherTab(paula, leave, "leaveAction", {});
  const again = await post(paula, tab, "renewAction", { terms: true });
  expect(again.html).toContain("page_changed");
  expect(await countEnrollments()).toBe(before);
  await postInOtherTab(paula, "/ca/account", "undoLeaveAction", {});
  const withoutField = await postWithoutShown(paula, await openPage(paula, "/ca/account"), "renewAction", {
    terms: true,
  });
  expect(withoutField.html).toContain("part_changed");
  expect(await countEnrollments()).toBe(before);
});

test("an answer to a renewal counts only for the displayed data", async () => {
  const { paula: reference } = currentSchool.school.references;
  const { studentId } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference },
    select: { studentId: true },
  });
  const hash = new Uint8Array(createHash("sha256").update(RENEWAL_TOKEN).digest());
  await prisma().answerLink.create({
    data: { hash, personId: studentId, createdAt: new Date(), expiresAt: new Date("2099-01-01") },
  });
  const renewal = { schoolYearId: 6, answerBy: new Date("2099-01-01"), askedAt: new Date() };
  await prisma().renewal.create({ data: renewal });
  const paula: Visitor = { cookieJar: new Map() };
  const page = `/en/answer/${RENEWAL_TOKEN}`;
  await postInOtherTab(
    paula,
    page,
    "checkBirthDateAction",
    dateInput("student_birth_date", "17", "5", "1990"),
  );
  const tab = await openPage(paula, page);
  expect(tab.html).toContain(NAMES.en);
  await prisma().renewal.updateMany({ data: { answerBy: new Date("2099-02-01") } });
  const again = await post(paula, tab, "answerRenewalAction", { answer: "leave" });
  expect(again.html).toContain("part_changed");
  expect(await prisma().goingOn.count({ where: { studentId } })).toBe(0);
  await post(paula, again, "answerRenewalAction", { answer: "leave" });
  expect(await prisma().goingOn.count({ where: { studentId, answer: "leave" } })).toBe(1);
});

test("a place confirmation counts only for the displayed place", async () => {
  const asun = await currentSchool.school.family("asun@example.org");
  const tab = await openPage(asun, "/ca/account/answer");
  const { count } = await prisma().placeAnswer.updateMany({
    where: { answer: null },
    data: { answerBy: new Date("2099-03-01") },
  });
  expect(count).toBeGreaterThan(0);
  const again = await post(asun, tab, "confirmPlacesAction", { answer: "kept" });
  expect(again.html).toContain("part_changed");
  expect(await prisma().placeAnswer.count({ where: { answer: null } })).toBe(count);
  await post(asun, again, "confirmPlacesAction", { answer: "kept" });
  expect(await prisma().placeAnswer.count({ where: { answer: null } })).toBeLessThan(count);
});

test("a page that shows a waiting enrollment does not withdraw it after it got a place", async () => {
  const walda = await currentSchool.school.family("walda@example.org");
  const reference = currentSchool.school.references.waiting;
  const tab = await openPage(walda, `/account/enrollments/${reference}/withdraw`);
  const readState = () =>
    prisma().enrollment.findUniqueOrThrow({ where: { reference }, select: { state: true } });
  const form = fillForm(tab, "withdrawAction", {}, currentSchool.school);
  form.set(SHOWN, shownOf({ withdrawal: "of another state" }));
  expect((await submitForm(walda, tab.address, form)).html).toContain("part_changed");
  expect(await readState()).toEqual({ state: "waiting" });
  await post(walda, tab, "withdrawAction");
  expect(await readState()).toEqual({ state: "withdrawn" });
});

test.each([
  ["a place is confirmed", "alba", "accepted", "confirmOwnPlaceAction"],
  ["a withdrawal is undone", "wanda", "withdrawn", "undoWithdrawalAction"],
] as const)(
  "%s by the account's card only as it displayed the enrollment",
  async (_, person, name, action) => {
    const visitor = await currentSchool.school.family(`${person}@example.org`);
    const reference = currentSchool.school.references[name];
    const readStored = () =>
      prisma().enrollment.findUniqueOrThrow({
        where: { reference },
        select: { state: true, keepsPlaceAt: true },
      });
    const before = await readStored();
    const tab = await openPage(visitor, "/account");
    // The school has notified a decision meanwhile.
    await prisma().enrollment.update({
      where: { reference },
      data: { toldVersion: { increment: 1 } },
      select: { id: true },
    });
    const again = await post(visitor, tab, action);
    expect(again.html).toContain("part_changed");
    expect(again.html).toContain(` id="card-${reference}"`);
    expect(await readStored()).toEqual(before);
    expect((await postWithoutShown(visitor, again, action, {})).html).toContain("part_changed");
    expect(await readStored()).toEqual(before);
    await post(visitor, again, action);
    expect(await readStored()).not.toEqual(before);
  },
);

test("desk 12: saved again after a conflict, a correction reverts nothing that another member changed", async () => {
  const secretary = currentSchool.school.staff.secretary.visitor;
  const reference = currentSchool.school.references.ada;
  const readAda = () =>
    prisma().enrollment.findUniqueOrThrow({
      where: { reference },
      select: { student: { select: { name: true, surname: true, birthDate: true } } },
    });
  const address = `/desk/enrollments/${reference}/correct/student`;
  const correct = (page: Page, values: Values = {}) => post(secretary, page, "correctAction", values);
  const tab = await openPage(secretary, address);
  const theirs = { student_name: "Ada Maria", student_birth_date_year: "1991" };
  await correct(await correct(await openPage(secretary, address), theirs));
  const changed = await readAda();
  const conflict = await correct(tab, { student_surname: "Puig" });
  expect(conflict.html).toContain("desk.correct.changed");
  expect(await readAda()).toEqual(changed);
  const saved = await correct(await correct(conflict));
  expect(saved.address).toContain("said=corrected");
  expect(await readAda()).toEqual({ student: { ...changed.student, surname: "Puig" } });
  expect(changed.student.name).toBe("Ada Maria");
});

test("a round that another tab has changed: the plan says so and keeps what was typed; saved again, it is stored", async () => {
  const { visitor: head } = currentSchool.school.staff.head;
  const data = { schoolYearId: 7, code: "2099-dos", name: "Mayo" };
  const { id } = await prisma().round.create({ data, select: { id: true } });
  const readName = async () => (await prisma().round.findUniqueOrThrow({ where: { id } })).name;
  const tab = await openPage(head, "/desk/round/change?year=7");
  await postInOtherTab(head, "/desk/round/change?year=7", "planRoundAction", { name: "Junio" });
  const again = await post(head, tab, "planRoundAction", { name: "Julio" });
  expect(again.html).toContain("desk.problems.plan_overtaken(");
  expect(again.html).toMatch(/name="name"[^>]* value="Julio"/);
  expect(await readName()).toBe("Junio");
  await post(head, again, "planRoundAction");
  expect(await readName()).toBe("Julio");
  await prisma().round.delete({ where: { id } });
});

test("desk 12, 29: after another tab has changed a key, the error links to the key as it is now, with the input", async () => {
  const { visitor: admin } = currentSchool.school.staff.admin;
  const { id } = await prisma().apiKey.findFirstOrThrow({ select: { id: true } });
  const address = `/desk/keys/${id}`;
  const tab = await openPage(admin, address);
  await postInOtherTab(admin, address, "key_changed", { contact: "first@school.example" });
  const again = await post(admin, tab, "key_changed", { contact: "second@school.example" });
  expect(again.html).toContain("desk.problems.key_overtaken");
  const [, link = ""] = /<a href="([^"]*)"[^>]*>desk\.problems\.reload/.exec(again.html) ?? [];
  expect(link).toBe(address);
  const current = await openPage(admin, link);
  expect(current.html).toContain("first@school.example");
  expect(current.html).toMatch(/name="contact"[^>]* value="second@school.example"/);
  await post(admin, current, "key_changed", {});
  const where = { id, contact: "second@school.example" };
  expect(await prisma().apiKey.count({ where }), "what was seen now can be changed").toBe(1);
});

test("desk 12: a drawn number that another member was faster to enter stays in the page that the error links to", async () => {
  const { head, admin } = currentSchool.school.staff;
  const data = { schoolYearId: 7, code: "2099-sorteo", name: "Sorteo", state: "frozen" as const };
  const { id } = await prisma().round.create({ data, select: { id: true } });
  const readNumbers = () =>
    prisma().draw.findMany({ where: { roundId: id }, select: { number: true, confirmedAt: true } });
  const address = "/desk/round?year=7";
  const [tab, other] = [await openPage(head.visitor, address), await openPage(admin.visitor, address)];
  await post(head.visitor, tab, "draw_typed", { number: "007" });
  const again = await post(admin.visitor, other, "draw_typed", { number: "007" });
  expect(again.html).toContain("desk.problems.round_changed(");
  const [, link = ""] = /<a href="([^"]*)"[^>]*>desk\.problems\.reload/.exec(again.html) ?? [];
  expect(link).toBe(address);
  expect(await readNumbers()).toEqual([{ number: "007", confirmedAt: null }]);
  const current = await openPage(admin.visitor, link);
  expect(current.html).toMatch(/name="number"[^>]* value="007"/);
  await post(admin.visitor, current, "draw_typed");
  expect(await readNumbers()).toEqual([{ number: "007", confirmedAt: expect.any(Date) }]);
  await prisma().round.delete({ where: { id } });
});

test("a fingerprint ignores the order of keys; names added, removed and changed parts", () => {
  expect(fingerprintOf({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(fingerprintOf({ b: [{ d: 3, c: 2 }], a: 1 }));
  expect(fingerprintOf([1, 2])).not.toBe(fingerprintOf([2, 1]));
  const before = shownOf({ same: 1, gone: 1, other: 1 });
  expect(changedParts(before, { same: 1, other: 2, come: 1 })).toEqual(["gone", "other", "come"]);
  expect(changedParts(null, { same: 1 })).toEqual(["same"]);
  expect(changedParts("a=b=c == x", { same: 1 })).toContain("same");
});
