import { expect, test } from "vitest";
import type { DecisionErrorCode } from "@/lib/decisions/decision-error";
import { decideAsFamily, getFamilyOptions } from "@/lib/decisions/family/verbs";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { decideAndNotify, settleDisagreement } from "@/lib/decisions/verbs";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import { readListPage } from "@/lib/desk/list/queries";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import type { Locale } from "@/lib/i18n/locales";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { readAccount } from "@/lib/people/accounts/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { writeSetting } from "@/lib/school/settings";
import { anAdult, yearsAgo } from "@/test/support/data/factories";
import { aFamily, markGuardianConfirmed } from "@/test/support/data/families";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readNotifications,
  readStatus,
  setState,
} from "@/test/support/domain/decisions";
import { readFamilyHome } from "./account/queries";
import { confirmOwnPlace } from "./confirmations/verbs";
import { readSentAnswers } from "./queries";
import { disagree } from "./verbs";

const year = await getCurrentYear();

const now = new Date();
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const secretary = createStaffActor("secretary");
const refused = (code: DecisionErrorCode) => expect.objectContaining({ code });
const withdraw = (reference: string, personId: string, at = now) =>
  decideAsFamily({ reference, to: "withdrawn" }, personId, at);
const accept = (reference: string) =>
  decideAndNotify(
    { reference, to: "accepted", specialityId: year.piano, tell: "now" },
    secretary,
    new Date(),
  );

test("families 9: the sender reads all sent answers, other people only their part", async () => {
  const { body, reference, child, first, second } = await aFamily({
    student_experience_speciality: year.violin,
    student_experience_years: 2,
    student_speciality_option1: year.piano,
    student_speciality_option3: year.viola,
    student_syllabi_option2: year.syllabus,
    student_phone: "600111222",
    student_phone_country_code: "+34",
    enrollment_observations: "Canta en un coro.",
  });
  const answersOf = async (personId: string) => (await readSentAnswers(personId, reference, now))?.answers;
  const { terms_and_conditions, ...sent } = body;
  expect(await answersOf(first)).toEqual({ ...sent, has_second_guardian: "yes", has_student_email: "yes" });

  expect(await answersOf(second)).toBeUndefined();
  await markGuardianConfirmed(second);
  const studies = Object.entries(sent).filter(([name]) => /experience|option|school_year/.test(name));
  const answers = await readSentAnswers(second, reference, now);
  expect(answers?.answers).toMatchObject(Object.fromEntries(studies));
  const whole = JSON.stringify(answers);
  for (const [name, value] of Object.entries(sent)) {
    if (/guardian_(?!name|surname)|student_(email|phone)$|document|address|city|zip/.test(name))
      expect(whole, name).not.toContain(JSON.stringify(value));
  }
  expect(answers?.answers).not.toHaveProperty("enrollment_observations");
  expect(answers?.answers).not.toHaveProperty("has_second_guardian");
  expect(await answersOf(first)).not.toHaveProperty("second_guardian_email"); // it is the second one's own now

  const childs = JSON.stringify(await readSentAnswers(child, reference, now));
  expect(childs).toContain(body.student_email);
  expect(childs).not.toContain(body.guardian_document);
  expect(await answersOf((await aFamily()).first)).toBeUndefined();
});

test("families 17: a guardian who is unconfirmed, kept apart, has denied, or whose child is of age has no rights", async () => {
  const { reference, child, first, second } = await aFamily();
  const role = async (personId: string, at = now) => (await readAccount(personId, at)).enrollments[0]?.role;
  const set = (data: object) => prisma().guardianship.updateMany({ where: { guardianId: second }, data });
  expect(await Promise.all([first, second, child].map((id) => role(id)))).toEqual([
    "sender",
    undefined,
    "student",
  ]);
  await set({ confirmedAt: now });
  expect(await role(second)).toBe("guardian");
  for (const without of [{ keptApart: true }, { deniedAt: now }, { confirmedAt: null }]) {
    await set({ confirmedAt: now, keptApart: false, deniedAt: null, ...without });
    expect(await role(second)).toBeUndefined();
    await expect(disagree(second, reference, "No.", now)).rejects.toEqual(refused("not_their_own"));
  }
  await set({ confirmedAt: now, keptApart: false, deniedAt: null });

  await prisma().person.update({ where: { id: child }, data: { birthDate: new Date(yearsAgo(18, 1)) } });
  const midnight = later(24);
  expect([await role(first), await role(child)]).toEqual(["sender", "student"]);
  expect([await role(first, midnight), await role(second, midnight), await role(child, midnight)]).toEqual([
    "former",
    "former",
    "sender",
  ]);
  expect(await readSentAnswers(first, reference, midnight)).toBeUndefined();
  await expect(withdraw(reference, first, midnight)).rejects.toEqual(refused("not_their_own"));
  await expect(confirmOwnPlace(first, reference, midnight)).rejects.toEqual(refused("not_their_own"));
  await withdraw(reference, child, midnight);
});

test("families 13: two concurrent withdrawals count and notify once, and can be undone for a day", async () => {
  const { body, reference, first, second } = await aFamily();
  await markGuardianConfirmed(second);
  const results = await Promise.allSettled([withdraw(reference, first), withdraw(reference, first)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({
    reason: refused("not_allowed"),
  });
  // Families 14: the other guardian is told as well.
  expect((await readNotifications(reference)).map(({ kind, to }) => [kind, to]).sort()).toEqual([
    ["withdrawn", body.guardian_email],
    ["withdrawn", body.second_guardian_email],
  ]);

  const options = await getFamilyOptions(reference, now);
  expect(options.withdraw).toBeUndefined();
  expect(options.undoWithdrawal?.until).toEqual(later(24));
  await expect(decideAsFamily({ reference, to: "pending" }, first, later(24))).rejects.toEqual(
    refused("day_is_over"),
  );
  await decideAsFamily({ reference, to: "pending" }, first, later(23));
  expect(await readStatus(reference)).toMatchObject({ state: "pending", assignedSpecialityId: null });
});

test("families 13: a withdrawal cannot be undone beside another request of the child for the year", async () => {
  const { reference, first } = await aFamily();
  await withdraw(reference, first);
  const { studentId, schoolYearId: school_year_id } = await readStatus(reference);
  const submitted = { school_year_id, terms_and_conditions: true };
  const request = { kind: "returning", studentId, submitted, actorId: first } as const;
  const again = await enroll([request], { source: "form", locale: "es" });
  expect((await getFamilyOptions(reference, now)).undoWithdrawal).toBeUndefined();
  await setState(again.reference, "withdrawn");
  expect((await getFamilyOptions(reference, now)).undoWithdrawal).toBeDefined();
});

test("families 13: an accepted family can withdraw until the school's deadline, and can confirm the place", async () => {
  const { reference, first, second } = await aFamily();
  await markGuardianConfirmed(second);
  await accept(reference);
  expect(await getFamilyOptions(reference, now)).toEqual({ hasPlace: true });
  await writeSetting("accepted_may_withdraw_until", "2999-01-01");
  expect((await getFamilyOptions(reference, now)).withdraw).toEqual({ until: "2999-01-01" });

  const listed = async (keeps: "yes" | "no") => {
    const { rows } = await readListPage(secretary, { filters: { keeps }, sort: "newest", cursor: {} });
    return rows.map((row) => row.reference).includes(reference);
  };
  expect([await listed("yes"), await listed("no")]).toEqual([false, true]);
  await expect(confirmOwnPlace(second, reference, now)).rejects.toEqual(refused("not_their_own"));
  await Promise.all([confirmOwnPlace(first, reference, now), confirmOwnPlace(first, reference, later(1))]);
  expect([await listed("yes"), await listed("no")]).toEqual([true, false]);

  // The flag is of this place: another acceptance asks again.
  await decideAndNotify(
    { reference, to: "pending", reason: "other", words: "Error.", tell: "now" },
    createStaffActor("head"),
    new Date(),
  );
  await expect(confirmOwnPlace(first, reference, now)).rejects.toEqual(refused("not_allowed"));
  await accept(reference);
  expect(await listed("yes")).toBe(false);
});

test("families 13: the mail about a place names the account's actions only to the sender", async () => {
  await writeSetting("accepted_may_withdraw_until", "2999-01-01");
  const { reference, first, second } = await aFamily();
  await markGuardianConfirmed(second);
  await accept(reference);
  const textTo = async (personId: string) => {
    const where = { kind: "accepted" as const, personId, enrollment: { reference } };
    const { id } = await prisma().mailMessage.findFirstOrThrow({ where, select: { id: true } });
    return (await prepareMessage(id, now))?.payload.text.replace(/\s+/g, " ");
  };
  expect(await textTo(first)).toMatch(
    /pulsa «Nos quedamos la plaza» en tu cuenta.*hasta el 1 de enero de 2999/,
  );
  expect(await textTo(second)).not.toMatch(/quedamos|hasta el/);

  await writeSetting("accepted_may_withdraw_until", "2020-01-01");
  const other = await aFamily();
  await accept(other.reference);
  const where = { kind: "accepted" as const, personId: other.first };
  const { id } = await prisma().mailMessage.findFirstOrThrow({ where, select: { id: true } });
  expect((await prepareMessage(id, now))?.payload.text).toMatch(/Nos quedamos[\s\S]*dínoslo cuanto antes/);
});

test("families 13, 17: a disagreement of the other guardian prevents acceptance until it is settled", async () => {
  const { reference, first, second } = await aFamily();
  await markGuardianConfirmed(second);
  await expect(withdraw(reference, second)).rejects.toEqual(refused("not_their_own"));
  await decideAndNotify({ reference, to: "accepted", specialityId: year.piano }, secretary, new Date());

  await expect(disagree(second, reference, "  ", now)).rejects.toThrow("words: required");
  await expect(disagree(second, reference, "x".repeat(2_001), now)).rejects.toThrow("words: too_long");
  await disagree(second, reference, "No queremos esta escuela.\r\nGracias.", now);
  await notifyDue(later(1));
  expect(await readStatus(reference)).toMatchObject({ state: "pending", decidedState: "pending" });
  await expect(accept(reference)).rejects.toEqual(refused("disagreement_open"));
  const countTasks = async () =>
    (await listDeskTasks(secretary)).find(({ task }) => task === "disagreement")?.count ?? 0;
  expect(await countTasks()).toBe(1);

  const { id, words } = await prisma().disagreement.findFirstOrThrow({
    where: { enrollment: { reference } },
  });
  expect(words).toBe("No queremos esta escuela.\nGracias.");
  const settle = (settlement: string, by = secretary) =>
    settleDisagreement({ reference, disagreement: id, settlement }, by, now);
  await expect(settle("Hablado.", createStaffActor("reader"))).rejects.toThrow("no_right");
  await expect(settle(" ")).rejects.toThrow("settlement: required");
  await settle("Hablado con las dos partes.");
  expect(await countTasks()).toBe(0);
  await accept(reference);
  expect((await readFamilyHome(first, now, "es")).account.enrollments[0]).toMatchObject({
    state: "accepted",
  });
});

test("families 9: the account shows the reason and text of a rejection to those whose mail named them", async () => {
  const { reference, child, first, second } = await aFamily();
  const notified = async (personId: string, locale: Locale = "es") =>
    (await readFamilyHome(personId, now, locale)).account.enrollments.map((card) => card.notified);
  const tellAll = async () => {
    await prisma().decision.updateMany({ where: { status: "untold" }, data: { tellAt: new Date() } });
    await notifyDue(new Date());
  };
  const decision = { reference, to: "rejected", reason: "no_place", words: "Lo sentimos." } as const;
  await decideAndNotify({ ...decision, tell: "with_list" }, secretary, new Date());
  expect(await notified(first)).toEqual([undefined]);
  await tellAll();
  const { ca } = await prisma().reason.findFirstOrThrow({ where: { code: "no_place" } });
  expect(await notified(first, "ca")).toEqual([{ reason: ca, words: "Lo sentimos." }]);
  expect(await notified(child)).toEqual([undefined]);
  await markGuardianConfirmed(second); // after the mail
  expect(await notified(second)).toEqual([undefined]);

  const back = { reference, to: "pending", reason: "other", words: "Fue un error." } as const;
  await decideAndNotify({ ...back, tell: "with_list" }, createStaffActor("head"), new Date());
  expect(await notified(first, "ca")).toEqual([{ reason: ca, words: "Lo sentimos." }]);
  await tellAll();
  expect(await notified(first)).toEqual([{ reason: undefined, words: null }]); // internal
});

test("families 18: a place waits for the second guardian's confirmation where the school requires it", async () => {
  const [unanswered, denied, keptApart] = await Promise.all([aFamily(), aFamily(), aFamily()]);
  await writeSetting("second_guardian", "required");
  try {
    await expect(accept(unanswered.reference)).rejects.toEqual(refused("guardian_unanswered"));
    const set = (id: string, data: object) =>
      prisma().guardianship.updateMany({ where: { guardianId: id }, data });
    await set(unanswered.second, { confirmedAt: now });
    await set(denied.second, { deniedAt: now });
    await set(keptApart.second, { keptApart: true });
    for (const { reference } of [unanswered, denied, keptApart]) await accept(reference);
    await accept(await createEnrollment(anAdult()));
  } finally {
    await writeSetting("second_guardian", "asked");
  }
});

test("families 9: shows the rank on the waiting list where the setting is on", async () => {
  const [firstWaiting, secondWaiting] = [await aFamily(), await aFamily()];
  for (const { reference } of [firstWaiting, secondWaiting]) await setState(reference, "waiting", year.viola);
  const rank = async (personId: string) =>
    (await readFamilyHome(personId, now, "es")).account.enrollments[0]?.rank;
  expect(await rank(secondWaiting.first)).toBeUndefined();
  await writeSetting("show_waiting_rank", true);
  expect([await rank(firstWaiting.first), await rank(secondWaiting.first)]).toEqual([1, 2]);
  await writeSetting("show_waiting_rank", false);
});

test("families 9, admission 11: on a waiting list the account names the course that the mail named", async () => {
  const { reference, first } = await aFamily({
    student_speciality_option1: year.piano,
    student_speciality_option2: year.viola,
  });
  const decision = { reference, to: "waiting", specialityId: year.viola, tell: "now" } as const;
  await decideAndNotify(decision, secretary, new Date());
  const { name } = await prisma().speciality.findUniqueOrThrow({ where: { id: year.viola } });
  const [card] = (await readFamilyHome(first, now, "es")).account.enrollments;
  expect(card?.course?.name.text).toBe(name);
});
