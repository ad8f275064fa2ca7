import { createHash, randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { getReturnPath } from "@/app/[locale]/(account)/sign-in/return-path";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { LANGUAGE_FIELD } from "@/lib/i18n/locales";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { startFromAccount } from "@/lib/wizard/account/verbs";
import { addChild } from "@/lib/wizard/drafts/children";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { createDraft, type DraftContent, readDraft } from "@/lib/wizard/drafts/writes";
import { tryConsumeFormLimit } from "@/lib/wizard/limits";
import { aMinor } from "@/test/support/data/factories";
import { openPage, type Page, submitForm, type Visitor } from "./browser";
import {
  createFixtureSchool,
  createSignedInFamily,
  createVisitorWithDraft,
  currentSchool,
  getDrafts,
  inDays,
} from "./fixture-school";
import { dateInput, fillForm } from "./submit-form";

beforeAll(async () => {
  currentSchool.school = await createFixtureSchool();
});

const post = (visitor: Visitor, page: Page, action: string, values: Record<string, string | boolean> = {}) =>
  submitForm(visitor, page.address, fillForm(page, action, values, currentSchool.school));

/** Chooses a language on a step, whose buttons stand outside of the form. */
function chooseLanguage(visitor: Visitor, page: Page, values: Record<string, string>) {
  const form = fillForm(page, "saveStepAction", values, currentSchool.school);
  form.set(LANGUAGE_FIELD, "ca");
  return submitForm(visitor, page.address, form);
}

const readContent = async ({ cookieJar }: Visitor) =>
  (await readDraft(cookieJar.get("matricula_draft")))?.content;

const anyVisitor = (): Visitor => ({ cookieJar: new Map() });

test("families 34: a link opened with one child's birth date takes the answer about a sibling", async () => {
  const ana = aMinor({ school_year_id: 6, student_name: "Ana", student_birth_date: "2016-02-03" });
  const guardian = Object.fromEntries(Object.entries(ana).filter(([field]) => field.startsWith("guardian_")));
  const pol = { ...aMinor({ school_year_id: 6, student_name: "Pol" }), ...guardian };
  const { reference, moreReferences } = await enroll(
    [ana, pol].map((submitted) => ({ kind: "minor" as const, submitted })),
    { source: "form", locale: "es" },
  );
  const polReference = moreReferences[0] as string;
  const answerBy = new Date(inDays(10));
  const { id: personId } = await prisma().person.findFirstOrThrow({
    where: { email: ana.guardian_email },
    select: { id: true },
  });
  await prisma().enrollment.update({
    where: { reference },
    data: {
      state: "accepted",
      decidedState: "accepted",
      assignedSyllabusId: 62,
      placeAnswers: { create: { id: randomUUID(), answerBy, loses: false } },
    },
    select: { id: true },
  });
  const token = "p".repeat(43);
  const memberId = currentSchool.school.staff.secretary.id;
  await prisma().question.create({
    data: {
      id: randomUUID(),
      enrollment: { connect: { reference: polReference } },
      member: { connect: { id: memberId } },
      words: "¿Toca el piano?",
      answerBy,
    },
    select: { id: true },
  });
  const hash = new Uint8Array(createHash("sha256").update(token).digest());
  const expiresAt = new Date("2099-01-01");
  await prisma().answerLink.create({ data: { hash, personId, createdAt: new Date(), expiresAt } });

  const visitor = anyVisitor();
  const closed = await openPage(visitor, `/answer/${token}`);
  const birthDate = dateInput("student_birth_date", "3", "2", "2016");
  const opened = await post(visitor, closed, "checkBirthDateAction", birthDate);
  const unopened = anyVisitor();
  const reply = { reply: "Sí, desde los seis años." };
  await submitForm(
    unopened,
    opened.address,
    fillForm(opened, "answerQuestionAction", reply, currentSchool.school),
  );
  const readAnswer = () =>
    prisma().question.findFirstOrThrow({
      where: { enrollment: { reference: polReference } },
      select: { answer: true },
    });
  expect(await readAnswer()).toEqual({ answer: null });
  const answered = await post(visitor, opened, "answerQuestionAction", reply);
  expect(answered.address).toBe(`/answer/${token}?said=replied`);
  expect(await readAnswer()).toEqual({ answer: reply.reply });
});

test("W33: a request without a choice says so in check answers and the account, which links to the choices", async () => {
  const undecided = aMinor({ school_year_id: 6 });
  const check = await openPage(await createVisitorWithDraft(undecided), "/enroll/check");
  const { reference } = await enroll([{ kind: "minor", submitted: undecided }], {
    source: "form",
    locale: "es",
  });
  const { id } = await prisma().person.findFirstOrThrow({
    where: { email: undecided.guardian_email },
    select: { id: true },
  });
  await prisma().account.create({ data: { personId: id, passwordHash: "" }, select: { personId: true } });
  const account = await openPage(await createSignedInFamily(id), `/account/enrollments/${reference}`);
  for (const { html } of [check, account])
    expect(html).toMatch(/wizard\.check\.asked\.studies_later<\/dt><dd[^>]*>wizard\.overview\.open/);
  expect(account.html).toContain(`href="/account/enrollments/${reference}/choices"`);
});

test("families 9, 34: a place of last year is not offered to be kept beside the question how the child continues", async () => {
  const child = aMinor({ school_year_id: 6 });
  const { reference } = await enroll([{ kind: "minor", submitted: child }], { source: "form", locale: "es" });
  const { id } = await prisma().person.findFirstOrThrow({ where: { email: child.guardian_email } });
  await prisma().account.create({ data: { personId: id, passwordHash: "" }, select: { personId: true } });
  const visitor = await createSignedInFamily(id);
  const openAccount = async (schoolYearId: number, assignedSyllabusId: number) => {
    const place = { schoolYearId, assignedSyllabusId, state: "accepted", decidedState: "accepted" } as const;
    await prisma().enrollment.update({ where: { reference }, data: place, select: { id: true } });
    const request = await openPage(visitor, `/account/enrollments/${reference}`);
    return { account: (await openPage(visitor, "/account")).html, request: request.html };
  };
  const thisYear = await openAccount(6, 62);
  expect(thisYear.account).toMatch(/account\.view\.nexts\.accepted[\s\S]*account\.view\.keepWhy/);
  const lastYear = await openAccount(5, 52);
  expect(lastYear.account).toContain("account.family.toChoose");
  expect(lastYear.account).not.toMatch(/account\.view\.(keepWhy|nexts)/);
  expect(lastYear.request).toContain("account.view.yearOver");
  expect(lastYear.request).not.toContain("account.view.nexts");
});

test("families 11: an account without a password is told to choose one before it changes its e-mail", async () => {
  const personId = currentSchool.school.people["sara@example.org"] as string;
  await prisma().account.create({
    data: { personId, passwordHash: "none", hasPassword: false },
    select: { personId: true },
  });
  const sara = await currentSchool.school.family("sara@example.org");
  const { html } = await openPage(sara, "/account/details");
  expect(html).not.toContain("account.details.newEmail");
  expect(html).toMatch(/emailNeedsPassword <a href="\/forgotten-password"/);
  const berta = await currentSchool.school.family("berta@example.org");
  expect((await openPage(berta, "/account/details")).html).toContain("account.details.newEmail");
});

test("families 9: the account shows the reason and the text of a decision only after its mail named them", async () => {
  const { references, family } = currentSchool.school;
  const listPages = async (name: "rosa" | "lidia", reference: string) => {
    const visitor = await family(`${name}@example.org`);
    const addresses = ["/account", `/account/enrollments/${reference}`];
    return Promise.all(addresses.map(async (address) => (await openPage(visitor, address)).html));
  };
  for (const html of await listPages("rosa", references.rejected)) {
    expect(html).toMatch(/account\.view\.reason\(reason=[^)]+\)[\s\S]*Lo sentimos mucho\./);
    expect(html).not.toContain("Solo para casa");
  }
  for (const html of await listPages("lidia", references.listed))
    expect(html).not.toMatch(/account\.view\.reason|El año que viene/);
});

test("W33, families 1: check answers shows what an earlier child lacks since a later answer, and sending leads there", async () => {
  const visitor = (await getDrafts()).sibling;
  const { answers, ...draft } = (await readContent(visitor)) as DraftContent;
  const guardian_email = "gemma@gmail.com"; // from which an address of the child is generated
  const first = { ...draft, answers: { ...answers, guardian_email, student_email: undefined } };
  const both = addChild(first);
  const open = async (email: string) => {
    const pau = { student_name: "Pau", student_email: "pau@example.org", guardian_email: email };
    const content = { ...both, branch: draft.branch, done: draft.done, answers: { ...answers, ...pau } };
    visitor.cookieJar.set("matricula_draft", await createDraft(content as DraftContent));
    return openPage(visitor, "/enroll/check");
  };
  const complete = await open(guardian_email);
  expect(complete.html).not.toContain("wizard.problems");
  const page = await open("gemma@example.org");
  expect(page.address).toBe("/enroll/check");
  expect(page.html.match(/wizard\.problems[^<]*/g)).toEqual(["wizard.problems.email.required(who=child)"]);
  expect(page.html).toContain('href="/enroll/student-name?from=check&amp;child=0"');
  const step = await post(visitor, page, "submitEnrollmentAction", { terms_and_conditions: true });
  expect(step.address).toBe("/enroll/student-name?from=check");
  expect(step.html).toContain("wizard.problems.email.required(who=child)");
  expect(step.html).toMatch(/name="student_name"[^>]* value="Hugo"/);
});

test("families 1: the list of children shows age and first choice, and continues to check answers", async () => {
  const child = aMinor({ school_year_id: 6, student_speciality_option1: 61, student_syllabi_option1: 61 });
  const { html } = await openPage(await createVisitorWithDraft(child), "/enroll/children");
  const name = `${child.student_name} ${child.student_surname}`;
  expect(html).toContain(`wizard.overview.who(name=${name}, age=9)`);
  expect(html).toContain("Piano · ");
  expect(html).toMatch(/<a [^>]*href="\/enroll\/check"[^>]*>wizard\.continue/);
});

test("W34: the last page names every choice", async () => {
  const chosen = {
    student_speciality_option1: 61,
    student_syllabi_option1: 61,
    student_speciality_option2: 62,
  };
  const visitor = await createVisitorWithDraft(aMinor({ school_year_id: 6, ...chosen }));
  const check = await openPage(visitor, "/enroll/check");
  const done = await post(visitor, check, "submitEnrollmentAction", { terms_and_conditions: true });
  expect(done.address).toBe("/enroll/done");
  expect(done.html).toContain("wizard.fields.choice(at=2)");
  expect(done.html).toMatch(/<b>Piano, .*>Violín</);
});

test("families 11: an outdated link of a new e-mail says which address counts", async () => {
  const { html } = await openPage(anyVisitor(), `/account-setup/address/${"x".repeat(43)}`);
  expect(html).toContain("account.newEmail.closed");
  expect(html).not.toContain("account.closed.lead");
});

const CHOSEN = "course=61&instrument=61&played=2";

test("W38: the first step keeps the course of the finder in another language and on Back", async () => {
  const chosenAddress = CHOSEN.replaceAll("&", "&amp;");
  const visitor = anyVisitor();
  const first = await openPage(visitor, `/enroll/birth-date?${CHOSEN}`);
  expect(first.html).toContain(`href="/enroll?${chosenAddress}"`);
  const translated = await chooseLanguage(visitor, first, {});
  expect(translated.address).toBe("/ca/enroll/birth-date");
  expect((await readContent(visitor))?.pending?.specialities?.typed).toMatchObject({
    student_syllabi_option1: "61",
    student_speciality_option1: "61",
    student_experience_years: "2",
  });
});

test("families 37: the finder's links name course, instrument and experience, also for signing in", async () => {
  const finder = await openPage(anyVisitor(), "/?instrument=61&played=2");
  expect(finder.html).toContain(`/enroll?${CHOSEN.replaceAll("&", "&amp;")}`);
  const start = await openPage(anyVisitor(), `/enroll?${CHOSEN}`);
  const onward = `enroll?${CHOSEN}`;
  expect(start.html).toContain(`href="/sign-in?onward=${encodeURIComponent(onward)}"`);
  expect(getReturnPath(onward)).toBe(`/${onward}`);
  for (const foreign of ["enroll?overtaken=yes", "enroll//example.org", "https://example.org"])
    expect(getReturnPath(foreign)).toBe("/account");
});

test("W10: a change of language above the rate limit keeps the input", async () => {
  const address = "198.51.100.7";
  const visitor = { ...anyVisitor(), headers: { "x-forwarded-for": address } };
  const first = await openPage(visitor, "/enroll/birth-date");
  while (await tryConsumeFormLimit("steps", address));
  const refused = await chooseLanguage(visitor, first, dateInput("student_birth_date", "23", "4", "2015"));
  expect(refused.html).toContain("notSaved.tooMany");
  expect(refused.html).toMatch(/name="student_birth_date_year"[^>]* value="2015"/);
});

test("families 11: a person chooses the language of further mails", async () => {
  const berta = await currentSchool.school.family("berta@example.org");
  const chosen = (html: string) =>
    /<select[^>]*name="mail_language".*?selected=""[^>]*>([^<]*)/s.exec(html)?.[1];
  const details = await openPage(berta, "/account/details");
  expect(chosen(details.html)).toBe("Español");
  const answer = await post(berta, details, "changeMailLanguageAction", { mail_language: "en" });
  expect(answer.html).toContain("account.said.contact");
  expect(chosen((await openPage(berta, "/account/details")).html)).toBe("English");
  await post(berta, details, "changeMailLanguageAction", { mail_language: "es" });
});

test("W13, W16: account and desk forms have the wizard's texts and store phones as it does", async () => {
  const berta = await currentSchool.school.family("berta@example.org");
  const details = await openPage(berta, "/account/details");
  const shortYear = dateInput("student_birth_date", "3", "5", "14");
  const correction = await post(berta, details, "requestCorrectionAction", shortYear);
  expect(correction.html).toContain("year_four_digits");
  const two = await post(berta, details, "changeContactAction", { guardian_phone: "600123456 / 972123456" });
  expect(details.html).toContain("wizard.fields.phone.hint");
  expect(two.html).toContain("account.details.onePhone"); // this page has no observations
  await post(berta, details, "changeContactAction", { guardian_phone: "34600123456" });
  const id = currentSchool.school.people["berta@example.org"] as string;
  const readPhone = (personId: string) =>
    prisma().person.findUniqueOrThrow({
      where: { id: personId },
      select: { phoneCountryCode: true, phone: true },
    });
  expect(await readPhone(id)).toEqual({ phoneCountryCode: "+34", phone: "600123456" });

  const secretary = currentSchool.school.staff.secretary.visitor;
  const reference = currentSchool.school.references.ada;
  const corrected = { student_phone: "34611222333" };
  const form = await openPage(secretary, `/desk/enrollments/${reference}/correct/student`);
  const preview = await post(secretary, form, "correctAction", corrected);
  await post(secretary, preview, "correctAction", corrected);
  const ada = await readPhone(currentSchool.school.people["ada@example.org"] as string);
  expect(ada).toEqual({ phoneCountryCode: "+34", phone: "611222333" });
});

test("admission 14: during a renewal the start page leads to the draft, whether another year is open or not", async () => {
  const personId = currentSchool.school.people["paula@example.org"] as string;
  await prisma().renewal.updateMany({ where: { schoolYearId: 7 }, data: { askedAt: new Date() } });
  const student = { student: personId };
  const chosen = { year: 7, studies: { student_syllabi_option1: 71 } };
  const content = await startFromAccount(personId, personId, await getFormSchool(student), undefined, chosen);
  const paula = await currentSchool.school.family("paula@example.org");
  paula.cookieJar.set("matricula_draft", await createDraft(content as NonNullable<typeof content>));
  expect((await openPage(paula, "/enroll")).html).toContain('href="/enroll/specialities"');
  await prisma().schoolYear.update({
    where: { id: 6 },
    data: { endEnrollment: new Date(inDays(-1)) },
    select: { id: true },
  });
  invalidate("catalogue");
  const closed = await openPage(paula, "/enroll");
  expect(closed.html).toContain('href="/enroll/specialities"');
  expect(closed.html).not.toContain("start.closedTitle");
  expect((await openPage(anyVisitor(), "/enroll")).html).toContain("start.closedTitle");
});

test("English pages write the day before the month", async () => {
  const offeredAt = new Date("2026-11-30T00:55:00Z");
  await prisma().draftOffer.updateMany({ data: { offeredAt } });
  const lidia = await currentSchool.school.family("lidia@example.org");
  expect((await openPage(lidia, "/en/account")).html).toContain("(time=30 November 2026 at 01:55)");
  const admin = currentSchool.school.staff.admin.visitor;
  const reference = currentSchool.school.references.ada;
  const createdAt = new Date("2026-11-30T00:55:00Z");
  await prisma().enrollment.update({ where: { reference }, data: { createdAt }, select: { id: true } });
  const { html } = await openPage(admin, `/en/desk/enrollments/${reference}`);
  expect(html).toContain("30 Nov 2026, 01:55");
  expect(html).toContain("17 May 1990");
});
