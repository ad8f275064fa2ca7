import { DomUtils, parseDocument } from "htmlparser2";
import { beforeAll, expect, test } from "vitest";
import { toFormInput } from "@/e2e/support/answers";
import { prepareDraft } from "@/e2e/support/servers/prepare-draft";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { invalidate } from "@/lib/platform/cache";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { addDays, subtractYears, toDate, toLocalDay } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { writeSetting } from "@/lib/school/settings";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { createEnrollment } from "@/test/support/domain/decisions";
import { openPage, type Page, submitForm, type Visitor } from "./browser";
import { createVisitorWithDraft } from "./fixture-school";
import { getPageOutline } from "./page-outline";
import { dateInput, fillForm } from "./submit-form";

let school: Awaited<ReturnType<typeof seedDemoSchool>>;
beforeAll(async () => {
  env.RATE_LIMIT_FORM_STEPS_PER_MINUTE = 4;
  env.RATE_LIMIT_FORM_DRAFTS_PER_HOUR = 2;
  school = await seedDemoSchool();
});

type Body = NonNullable<Parameters<typeof createEnrollment>[0]>;

let addresses = 0;

/** A browser at an address of its own, which the limits count. */
const createVisitor = (cookies: Iterable<[string, string]> = []): Visitor => ({
  cookieJar: new Map(cookies),
  headers: { "x-forwarded-for": `203.0.113.${++addresses}` },
});

const startDraft = async (body: Body, target?: string) =>
  createVisitor((await createVisitorWithDraft(body, target)).cookieJar);

type Values = Parameters<typeof fillForm>[2];

const fill = (page: Page, form: string, values: Values) =>
  fillForm(page, form, values, { names: [] } as never);

const submitStep = (visitor: Visitor, page: Page, values: Values = {}) =>
  submitForm(visitor, page.address, fill(page, "saveStepAction", values));

const submitCheckAnswers = async (visitor: Visitor, address = "/enroll/check") => {
  const page = await openPage(visitor, address);
  return submitForm(visitor, address, fill(page, "submitEnrollmentAction", { terms_and_conditions: true }));
};

const outline = ({ html }: Page) => getPageOutline(html, new Map());
const countPeople = (email: string) => prisma().person.count({ where: { email } });

test("W3: a deep link redirects to the first incomplete step", async () => {
  for (const step of ["check", "specialities", "guardian-contact", "student-name", "done"])
    expect([step, (await openPage(createVisitor(), `/enroll/${step}`)).address]).toEqual([
      step,
      expect.stringMatching(/^\/enroll(\/(school-year|birth-date))?$/),
    ]);
  const visitor = await startDraft(aMinor(), "guardian-contact");
  expect((await openPage(visitor, "/enroll/check")).address).toBe("/enroll/guardian-contact");
});

test("W33: a skipped step is one card with a link, and an answered No is a No", async () => {
  const text = outline(await openPage(await startDraft(aMinor()), "/enroll/check"));
  const findCard = (step: string) =>
    text.split(/^ {2}section$/m).find((card) => card.includes(`href=/enroll/${step}?from=check`));
  expect(findCard("student-more")).toContain("\n    p: wizard.check.notAsked");
  expect(findCard("student-more")).not.toMatch(/^ +dl$/m);
  expect(findCard("student-name")).toMatch(
    /dt: wizard\.check\.asked\.has_second_guardian\n +dd: wizard\.no\n/,
  );
  expect(text).not.toContain("wizard.fields.choice(");
});

test("W33: the price of a child without a course is shown as not chosen yet", async () => {
  const child = (student_name: string, course?: number) =>
    aMinor({ student_name, student_syllabi_option1: course });
  const visitor = await startDraft(child("Ada", school.current.syllabi[0]));
  const check = await openPage(visitor, "/enroll/check");
  const form = fill(check, "changeChildrenAction", {});
  form.set("child", "add");
  await submitForm(visitor, check.address, form);
  const token = visitor.cookieJar.get("matricula_draft");
  await prepareDraft({ token, target: "check", answers: toFormInput(child("Bru")) });
  const text = outline(await openPage(visitor, "/enroll/check"));
  expect(text).toContain(
    "h2: wizard.check.cost\n  Ada: Música y movimiento, 4 años price.month(price=38,00 €)\n  Bru: wizard.overview.open",
  );
  expect(text).not.toContain("price.unknown");
});

test("families 4: courses are proposed by the age at their start, by birthday or by birth year", async () => {
  const { startSchoolYear } = await prisma().schoolYear.findUniqueOrThrow({
    where: { id: school.current.id },
  });
  const startDay = startSchoolYear.toISOString().slice(0, 10);
  // Age six by date only after the start of the course, by year of birth before it.
  const student_birth_date = subtractYears(addDays(startDay, 1), 6);
  const visitor = await startDraft(aMinor({ student_birth_date }), "specialities");
  const readFirstGroup = async () =>
    /<select[^>]* name="student_syllabi_option2".*?<optgroup label="([^"]*)"/s.exec(
      (await openPage(visitor, "/enroll/specialities")).html,
    )?.[1];
  const year = startDay.slice(0, 4);
  expect(await readFirstGroup()).toBe(`wizard.syllabus.fits(by=birthday, age=5, year=${year})`);
  await writeSetting("course_age", "birth_year");
  expect(await readFirstGroup()).toBe(`wizard.syllabus.fits(by=birth_year, age=6, year=${year})`);
});

test("W30: a replayed post sends nothing more", async () => {
  const adult = anAdult();
  const visitor = await startDraft(adult);
  const page = await openPage(visitor, "/enroll/check");
  for (const _ of [1, 2, 3]) {
    const form = fill(page, "submitEnrollmentAction", { terms_and_conditions: true });
    expect((await submitForm(visitor, page.address, form)).address).toBe("/enroll/done");
  }
  const person = { email: adult.student_email };
  expect(await prisma().enrollment.count({ where: { student: person } })).toBe(1);
  expect(await prisma().mailMessage.count({ where: { person } })).toBe(1);
});

test("4.4-9 and families 3: where the school allows it a child's e-mail may stay blank, and nothing is sent there", async () => {
  await writeSetting("allow_minors_without_email", true);
  const minor = aMinor({ student_email: undefined, student_surname: "Sin Correo" });
  const visitor = await startDraft(minor, "student-name");
  const step = await openPage(visitor, "/enroll/student-name");
  const { student_name, student_surname } = minor;
  const answers = { student_name, student_surname, has_student_email: "no", has_second_guardian: "no" };
  const next = await submitStep(visitor, step, answers);
  expect(next.address).toBe("/enroll/specialities");
  expect((await submitStep(visitor, next)).address).toBe("/enroll/check");
  expect((await submitCheckAnswers(visitor)).address).toBe("/enroll/done");
  const [student] = await prisma().person.findMany({
    where: { surname: minor.student_surname },
    select: { email: true, mailMessages: { select: { id: true } } },
  });
  expect(student).toEqual({ email: expect.stringMatching(/@no-email\.invalid$/), mailMessages: [] });
});

test("W12 and W44: a duplicate has links to the school and no submit button; another e-mail may be tried", async () => {
  const known = anAdult();
  await createEnrollment(known);
  const visitor = await startDraft(anAdult({ student_email: known.student_email }));
  const refused = await submitCheckAnswers(visitor);
  const text = outline(refused);
  expect(/data-error-summary[\s\S]*?\nh1.*/.exec(text)?.[0]).toMatch(
    /wizard\.notSaved\.duplicateTitle[\s\S]*href=mailto:\S+[\s\S]*href=tel:\S+[\s\S]*\nh1: wizard\.check\.closedTitle/,
  );
  expect(text).not.toMatch(/button type=submit|name=terms_and_conditions/);
  expect(text, "the answers can still be read out").toContain(known.student_email.replace("@", "@ "));
  expect(outline(await openPage(visitor, "/enroll/check"))).toContain("button type=submit");
});

test("W40: too fast a submission is refused with the answers kept", async () => {
  const adult = anAdult();
  const visitor = await startDraft(adult);
  await prisma().draft.updateMany({ data: { createdAt: new Date(Date.now() + 3_600_000) } });
  const text = outline(await submitCheckAnswers(visitor));
  expect(text).toContain("wizard.notSaved.tooFast");
  expect(text).toContain(adult.student_email.replace("@", "@ "));
  expect(await countPeople(adult.student_email)).toBe(0);
});

test("W40: an address with too many drafts or steps gets an error with its input kept; its draft continues", async () => {
  const [one, two, three] = Array.from({ length: 3 }, () => createVisitor()) as [Visitor, Visitor, Visitor];
  for (const visitor of [two, three]) visitor.headers = one.headers;
  const submit = async (visitor: Visitor, step: string, values: Values) =>
    submitStep(visitor, await openPage(visitor, `/enroll/${step}`), values);
  const born = dateInput("student_birth_date", "17", "5", "1990");
  const drafts = await prisma().draft.count();
  for (const visitor of [one, two])
    expect((await submit(visitor, "birth-date", born)).address).toBe("/enroll/student-name");
  const refusedDraft = await submit(three, "birth-date", born);
  expect(outline(refusedDraft)).toMatch(
    /wizard\.notSaved\.tooMany[\s\S]*name=student_birth_date_year .*value=1990/,
  );
  expect(await prisma().draft.count()).toBe(drafts + 2);

  const { student_name, student_surname, student_document, student_email } = anAdult();
  const name = { student_name, student_surname, student_document_type: "dni", student_document };
  expect((await submit(one, "student-name", name)).address).toBe("/enroll/student-contact");
  const refusedStep = await submit(one, "student-contact", { student_email });
  expect(outline(refusedStep)).toMatch(/wizard\.notSaved\.tooMany[\s\S]*name=student_email /);
  expect(refusedStep.html).toContain(student_email);
});

test("3.1.2: untranslated names are marked as Spanish on pages in other languages", async () => {
  const specialities = await prisma().speciality.findMany({ where: { schoolYearId: school.current.id } });
  await prisma().speciality.updateMany({ data: { nameCa: null } });
  invalidate("catalogue");
  const { html } = await openPage(await startDraft(anAdult(), "specialities"), "/ca/enroll/specialities");
  const [select = ""] = /<select[^>]* name="student_speciality_option1".*?<\/select>/s.exec(html) ?? [];
  const names = [...select.matchAll(/<option[^>]* lang="es"[^>]*>([^<]*)/g)].map(([, name]) => name);
  expect(names.sort()).toEqual(specialities.map(({ name }) => name).sort());
});

test("W45: the last page and the mail name the day of the school's answer", async () => {
  await writeSetting("answer_within_days", 40);
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/Madrid" }).format(
    toDate(addDays(toLocalDay("Europe/Madrid"), 40)),
  );
  const { student_email: email, ...adult } = anAdult();
  const done = await submitCheckAnswers(
    await startDraft({ ...adult, student_email: email }),
    "/en/enroll/check",
  );
  expect(done.html).toContain(`wizard.done.next2(answerBy=${day})`);
  const { id } = await prisma().mailMessage.findFirstOrThrow({ where: { person: { email } } });
  const { payload } = (await prepareMessage(id, new Date())) ?? {};
  expect(payload?.text.replace(/\s+/g, " ")).toContain(`by ${day}`);
});

test("admission 10: during a round the last page names the round's day", async () => {
  const [speciality] = await prisma().speciality.findMany({ where: { schoolYearId: school.current.id } });
  const schoolYearId = school.current.id;
  const specialityId = speciality?.id as number;
  await prisma().place.create({ data: { schoolYearId, specialityId, places: 1 } });
  const round = { code: "2099-mayo", name: "Mayo", answerBy: new Date("2099-07-12") };
  const { id } = await prisma().round.create({ data: { schoolYearId, ...round, state: "open" } });
  const draft = await startDraft({ ...anAdult(), student_speciality_option1: specialityId });
  const done = await submitCheckAnswers(draft, "/en/enroll/check");
  await prisma().round.delete({ where: { id } });
  expect(done.html).toContain("wizard.done.next2(answerBy=12 July 2099)");
});

test("the pages name the school and its contact from the settings", async () => {
  await writeSetting("school_name", "Escola <b>Nova</b> & {fills}");
  await writeSetting("contact_email", "hola@nova.example");
  const page = await openPage(createVisitor(), "/en/contact");
  expect(page.html).toContain("Escola &lt;b&gt;Nova&lt;/b&gt; &amp; {fills}");
  expect(page.html).toContain('href="mailto:hola@nova.example"');
});

test("families 35: no course repeats its name, and no two of a group have the same text", async () => {
  const { html } = await openPage(createVisitor(), "/");
  const rows = DomUtils.getElementsByTagName("details", parseDocument(html)).map((group) =>
    DomUtils.getElementsByTagName("a", group).map((row) => DomUtils.textContent(row)),
  );
  expect(rows.flat().length).toBeGreaterThan(20);
  for (const texts of rows) expect(texts).toEqual([...new Set(texts)]);
  const subjects = await prisma().subject.findMany({ where: { schoolYearId: school.current.id } });
  const repeated = rows.flat().filter((text) => {
    const [name = "", others = ""] = text.toLowerCase().split("finder.");
    return subjects.some((subject) =>
      [name, others].every((part) => part.includes(subject.name.toLowerCase())),
    );
  });
  expect(repeated).toEqual([]);
});

test("families 4: an adult who is 17 when the course starts reads that age, on which the courses depend", async () => {
  const today = toLocalDay("Europe/Madrid", new Date());
  await getPool().query("update school_years set start_school_year = $1 where id = $2", [
    addDays(today, -1),
    school.current.id,
  ]);
  invalidate("catalogue");
  await writeSetting("course_age", "birthday");
  const openCourses = async (student_birth_date: string) => {
    const visitor = await startDraft(anAdult({ student_birth_date }), "specialities");
    return (await openPage(visitor, "/enroll/specialities")).html;
  };
  const hint = "wizard.intro.atStart(";
  expect(await openCourses(subtractYears(today, 18))).toContain(hint);
  expect(await openCourses(subtractYears(today, 19))).not.toContain(hint);
});

test("families 36: while no year is open the only link is to sign in", async () => {
  await getPool().query(
    "update school_years set start_enrollment = current_date + 30, end_enrollment = null",
  );
  invalidate("catalogue");
  const { html } = await openPage(createVisitor(), "/");
  const [entry = ""] = /<nav[^>]* aria-labelledby="who".*?<\/nav>/s.exec(html) ?? [];
  expect([...entry.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    "/sign-in?onward=enroll",
  ]);
});
