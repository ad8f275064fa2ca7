import { expect, test } from "vitest";
import { askFamily, closeQuestion, remindDueQuestions } from "@/lib/decisions/questions/verbs";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import { readListPage } from "@/lib/desk/list/queries";
import { answerQuestion } from "@/lib/family/confirmations/verbs";
import { listOpenQuestions } from "@/lib/family/queries";
import { findStudentByBirthDate } from "@/lib/family/renewal/verbs";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, type Day, toDate, toLocalDay } from "@/lib/platform/dates";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";
import { aFamily, markGuardianConfirmed } from "@/test/support/data/families";
import { createEnrollment } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";

await seedDemoSchool();
const secretary = (await aMember("secretary")).actor;

const today = toLocalDay("Europe/Madrid");
const inDays = (days: number) => addDays(today, days);
const now = new Date(`${today}T10:00:00Z`);
const ask = (reference: string, further: object = {}) =>
  askFamily({ reference, reason: "ask_days", answerBy: inDays(7), ...further }, secretary, now);
const refused = (code: string, field?: string) =>
  expect.objectContaining({ issues: [expect.objectContaining({ code, ...(field && { field }) })] });
/** Moves a question to yesterday, with a deadline some days from today. */
const endsIn = (days: number) =>
  prisma().question.updateMany({
    where: { closedAt: null },
    data: { answerBy: toDate(inDays(days)), createdAt: toDate(inDays(-1) as Day) },
  });
const sent = (kind: "question" | "question_reminder") =>
  prisma().mailMessage.findMany({ where: { kind }, select: { id: true, personId: true, tells: true } });
/** The question tasks of the home page, with references and missing parts in the list of each. */
async function listTasks() {
  const waiting = (await listDeskTasks(secretary)).filter(({ filters }) => filters?.question);
  const lists = waiting.map(async ({ task, count, filters = {} }) => {
    const { rows } = await readListPage(secretary, { filters, sort: "newest", cursor: {} });
    expect(rows).toHaveLength(count);
    return [task, ...rows.map(({ reference, missing }) => `${reference} ${missing.join()}`)];
  });
  return Promise.all(lists);
}
const openId = async () =>
  (await prisma().question.findFirstOrThrow({ where: { closedAt: null }, select: { id: true } })).id;

test("desk 37: the sender is asked, reminded once and answers by link, also late; the question is a task until closed", async () => {
  const { body, reference, first, second, child } = await aFamily();
  await markGuardianConfirmed(second);
  const before = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
  await ask(reference, { words: "¿Os va bien el jueves?" });
  expect(await prisma().enrollment.findUniqueOrThrow({ where: { reference } })).toEqual(before); // its state is unchanged
  const [mail, ...others] = await sent("question");
  expect([mail?.personId, others]).toEqual([first, []]);
  const { payload } = (await prepareMessage(mail?.id ?? "", now)) ?? {};
  expect(payload?.text).toContain("Qué falta: Qué días y a qué horas podéis venir");
  expect(payload?.text).toContain("¿Os va bien el jueves?");
  expect(payload?.text).toMatch(/\/answer\/[\w-]{20,}/);
  expect(await findStudentByBirthDate(first, body.student_birth_date, now)).toMatchObject({ reference });
  expect(await listTasks()).toEqual([["asked", `${reference} choice,question`]]);
  await expect(ask(reference)).rejects.toEqual(refused("question_open"));

  expect([await remindDueQuestions(now), await sent("question_reminder")]).toEqual([0, []]);
  await endsIn(3);
  expect(await remindDueQuestions(now)).toBe(0);
  await endsIn(2);
  expect(await remindDueQuestions(new Date(`${today}T05:00:00Z`))).toBe(0); // no mail is sent at night
  expect(await Promise.all([remindDueQuestions(now), remindDueQuestions(now)])).toEqual(
    expect.arrayContaining([0, 1]),
  );
  await endsIn(1);
  expect(await remindDueQuestions(now)).toBe(0);
  const [reminder, ...more] = await sent("question_reminder");
  expect([reminder?.personId, more]).toEqual([first, []]);
  expect(reminder?.tells).toEqual(mail && { ...(mail.tells as object), keepBy: inDays(2) });
  await endsIn(-1);
  expect(await listTasks()).toEqual([["silent", `${reference} choice,question`]]);

  const question = await openId();
  for (const other of [second, child]) {
    expect(await listOpenQuestions(other, now)).toEqual([]);
    const foreignAnswer = answerQuestion(other, { reference, question, reply: "Yo." }, now);
    await expect(foreignAnswer).rejects.toMatchObject({ code: "not_their_own" });
  }
  await expect(answerQuestion(first, { reference, question, reply: " \n" }, now)).rejects.toEqual(
    refused("required", "reply"),
  );
  await answerQuestion(first, { reference, question, reply: " Sí, el jueves.\r\nGracias. " }, now);
  expect(await prisma().question.findUnique({ where: { id: question } })).toMatchObject({
    answer: "Sí, el jueves.\nGracias.",
    answeredById: first,
  });
  await expect(answerQuestion(first, { reference, question, reply: "No." }, now)).rejects.toEqual(
    refused("question_gone"),
  );
  expect(await listOpenQuestions(first, now)).toEqual([]);
  expect(await listTasks()).toEqual([["replied", `${reference} choice,reply`]]);

  await ask(reference, { reason: "", words: "¿Y el martes?" }); // the answered one was read
  expect(await listTasks()).toEqual([["asked", `${reference} choice,question`]]);
  await closeQuestion({ reference, question: await openId() }, secretary, now);
  await expect(closeQuestion({ reference, question }, secretary, now)).rejects.toEqual(
    refused("question_gone"),
  );
  expect([await listTasks(), await listOpenQuestions(first, now)]).toEqual([[], []]);
  const actions = await prisma().auditEntry.findMany({
    where: { objectId: reference },
    orderBy: { id: "asc" },
    select: { action: true, actorKind: true },
  });
  expect(actions.map(({ action, actorKind }) => `${actorKind} ${action}`)).toEqual([
    "staff family_asked",
    "family question_answered",
    "staff family_asked",
    "staff question_closed",
  ]);
});

test("desk 37: a question needs a text, a valid day, a current enrollment and an address; a later decision closes it", async () => {
  const reference = await createEnrollment(aMinor());
  const expectProblem = async (changes: object, code: string, field?: string) =>
    expect(ask(reference, changes)).rejects.toEqual(refused(code, field));
  await expectProblem({ reason: "", words: " " }, "question_needed", "words");
  await expectProblem({ reason: "no_place" }, "question_reason_unknown", "reason");
  await expectProblem({ words: "x".repeat(2001) }, "too_long", "words");
  await expectProblem({ answerBy: today }, "question_day", "answerBy");
  await expectProblem({ answerBy: inDays(121) }, "question_day", "answerBy");
  await expectProblem({ answerBy: "2027-02-30" }, "invalid_date", "answerBy");
  expect(await prisma().question.count({ where: { enrollment: { reference } } })).toBe(0);

  await ask(reference);
  await endsIn(2);
  const withdrawn = { reference, to: "withdrawn", reason: "family", tell: "now" } as const;
  await decideAndNotify(withdrawn, secretary, now);
  expect([await listTasks(), await remindDueQuestions(now)]).toEqual([[], 0]);
  await closeQuestion({ reference, question: await openId() }, secretary, now);
  const unanswered = await createEnrollment(aMinor());
  await decideAndNotify({ ...withdrawn, reference: unanswered }, secretary, now);
  await expect(ask(unanswered)).rejects.toEqual(refused("question_over"));
  const nobody = await aFamily();
  await prisma().person.update({
    where: { id: nobody.first },
    data: { email: "a@no-email.invalid", emailKey: "a@no-email.invalid" },
  });
  await expect(ask(nobody.reference)).rejects.toEqual(refused("question_nobody"));
});
