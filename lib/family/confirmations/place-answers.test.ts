import { afterAll, beforeEach, expect, test } from "vitest";
import { formatEuros } from "@/lib/catalogue/course-price";
import type { DecisionErrorCode } from "@/lib/decisions/decision-error";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { sendDueConfirmationRequests, withdrawExpired } from "@/lib/decisions/worker";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import { readPlaceCounts } from "@/lib/desk/places/queries";
import { readEnrollmentRows } from "@/lib/desk/rows/queries";
import { readFamilyHome } from "@/lib/family/account/queries";
import { findLinkReader, findStudentByBirthDate } from "@/lib/family/renewal/verbs";
import { disagree } from "@/lib/family/verbs";
import { formatDay } from "@/lib/i18n/format";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { invalidate } from "@/lib/platform/cache";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { addDays, toLocalDay } from "@/lib/platform/dates";
import { getSettings, writeSetting } from "@/lib/school/settings";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { aFamily, markGuardianConfirmed } from "@/test/support/data/families";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readNotifications,
  readStatus,
  setLimit,
} from "@/test/support/domain/decisions";
import { aKey, startApi } from "@/test/support/servers/api";
import { confirmOwnPlace, listPlacesToConfirm } from "./verbs";

// Admission 12: an answer by a day.

const current = await getCurrentYear();
const { id } = await prisma().syllabus.findFirstOrThrow({
  where: { schoolYearId: current.year, name: "Elemental 1.º" },
});
const year = { ...current, elemental: id };
const api = await startApi();
afterAll(() => api.stop());
beforeEach(async () => {
  await getPool().query("delete from enrollments");
  await getPool().query("delete from places");
  await writeSetting("place_answer_days", 14);
  await writeSetting("place_answer_silence", "to_desk");
});

const secretary = createStaffActor("secretary");
const now = new Date();
const nine = new Date(`${toLocalDay("Europe/Madrid")}T10:00:00Z`);
const refused = (code: DecisionErrorCode) => expect.objectContaining({ code });
const accept = (reference: string) =>
  decideAndNotify(
    { reference, to: "accepted", specialityId: year.piano, tell: "now" },
    secretary,
    new Date(),
  );
const withdraw = (reference: string, personId: string) =>
  decideAsFamily({ reference, to: "withdrawn" }, personId, new Date());
/** As if the day to answer were so many days from today, and the last mail of yesterday. */
const endsIn = (days: number) =>
  getPool().query(
    "update place_answers set answer_by = $1::date, asked_on = asked_on - 1 where answer is null",
    [addDays(toLocalDay("Europe/Madrid"), days)],
  );
const events = async (reference: string) =>
  (
    await getPool().query<{ type: string }>(
      "select type from events where type like 'place.%' and data->>'reference' = $1 order by created_at",
      [reference],
    )
  ).rows.map(({ type }) => type);
const asked = () =>
  prisma().mailMessage.findMany({
    where: { kind: { in: ["place_asked", "place_reminder"] } },
    select: { id: true, kind: true, personId: true },
    orderBy: { kind: "asc" },
  });
const held = async () =>
  (await readPlaceCounts(year.year, [{ specialityId: year.piano, syllabusId: null }]))[0]?.decided;

test("admission 12: mail, account and desk show the same course and price, the mail also the deadline", async () => {
  const minor = aMinor({ student_speciality_option1: year.violin, student_syllabi_option1: year.elemental });
  const reference = await createEnrollment(minor, "ca");
  await accept(reference);
  const { id } = await prisma().mailMessage.findFirstOrThrow({ where: { kind: "accepted" } });
  const text = ((await prepareMessage(id, now))?.payload.text ?? "").replaceAll(/\s+/g, " ");
  const [{ cents }] = await prisma().$queryRaw<[{ cents: number }]>`
    select (sum(s.price) * 100)::int as cents from syllabus_subjects t join subjects s on s.id = t.subject_id
    where t.syllabus_id = ${year.elemental} and (t.kind = 'mandatory' or t.speciality_id = ${year.piano})`;
  const { startSchoolYear, endSchoolYear } = await prisma().schoolYear.findUniqueOrThrow({
    where: { id: year.year },
  });
  const months =
    (endSchoolYear.getUTCFullYear() - startSchoolYear.getUTCFullYear()) * 12 +
    (endSchoolYear.getUTCMonth() - startSchoolYear.getUTCMonth()) +
    1;
  const month = Math.round(cents / months);
  expect(text).toContain(`Preu: Elemental 1r · ${formatEuros(month, "ca").replaceAll(/\s+/g, " ")} al mes`);
  expect(text).toContain(formatDay(addDays(toLocalDay("Europe/Madrid"), 14), "ca"));
  const desk = await readEnrollmentRows([(await readStatus(reference)).id], await getSettings(), now);
  expect(desk[0]?.price?.month).toBe(month);
  const { id: guardian } = await prisma().person.findFirstOrThrow({ where: { email: minor.guardian_email } });
  const [card] = (await readFamilyHome(guardian, now, "ca")).account.enrollments;
  expect([card?.course?.name.text, card?.course?.price?.month]).toEqual(["Piano, Elemental 1r", month]);
});

test("admission 12: asks no confirmation when the setting is off", async () => {
  await writeSetting("place_answer_days", 0);
  const reference = await createEnrollment(anAdult());
  await accept(reference);
  expect([
    await prisma().placeAnswer.count(),
    await sendDueConfirmationRequests(now),
    await events(reference),
  ]).toEqual([0, 0, []]);
});

test("admission 12: asks about notified places with one mail per guardian and two reminders, none to guardians who are kept apart or unconfirmed", async () => {
  const one = await aFamily();
  const sibling = await aFamily();
  const apart = await aFamily();
  for (const { child } of [sibling])
    await getPool().query(
      "update guardianships set guardian_id = $1 where student_id = $2 and position = 1",
      [one.first, child],
    );
  await markGuardianConfirmed(one.second);
  await markGuardianConfirmed(apart.second);
  await prisma().guardianship.updateMany({ where: { guardianId: apart.second }, data: { keptApart: true } });
  for (const { reference } of [one, sibling, apart]) await accept(reference);

  expect([await sendDueConfirmationRequests(now), await sendDueConfirmationRequests(now)]).toEqual([3, 0]);
  const mails = await asked();
  expect(new Set(mails.map(({ personId }) => personId))).toEqual(
    new Set([one.first, one.second, apart.first]),
  );
  const { id = "" } = mails.find(({ personId }) => personId === one.first) ?? {};
  const sent = await prepareMessage(id, now);
  expect(sent?.payload.text).toContain(one.body.student_name);
  expect(sent?.payload.text).toContain(one.reference);
  expect(sent?.payload.text).toContain(sibling.reference);

  const token = /\/answer\/([\w-]+)/.exec(sent?.payload.text ?? "")?.[1] ?? "";
  expect(await findLinkReader(token, now)).toBe(one.first);
  expect((await listPlacesToConfirm(one.first, now, "es")).map(({ reference }) => reference).sort()).toEqual(
    [one.reference, sibling.reference].sort(),
  );
  await prisma().speciality.update({ where: { id: year.piano }, data: { nameCa: "Piano de cua" } });
  invalidate("catalogue");
  const inCatalan = await listPlacesToConfirm(one.first, now, "ca");
  expect(inCatalan.map(({ place }) => place)).toEqual(["Piano de cua", "Piano de cua"]); // families 41
  expect(await listPlacesToConfirm(apart.second, now, "es")).toEqual([]);
  expect(await findStudentByBirthDate(one.first, "1999-01-01", now)).toBe("wrong");
  expect(await findStudentByBirthDate(one.first, one.body.student_birth_date, now)).toMatchObject({
    student: expect.any(String),
  });

  await confirmOwnPlace(one.second, one.reference, now); // any of them keeps
  for (const [days, mails] of [
    [4, 0],
    [3, 2],
    [2, 0],
    [1, 2],
    [0, 0],
  ] as const) {
    await endsIn(days);
    expect([days, await sendDueConfirmationRequests(nine)]).toEqual([days, mails]);
  }
});

test("admission 12: each notified guardian may confirm a place, only the sender may give it up, also after the withdrawal deadline", async () => {
  const { reference, first, second } = await aFamily();
  await markGuardianConfirmed(second);
  await accept(reference);
  await expect(withdraw(reference, second)).rejects.toEqual(refused("not_their_own"));
  await withdraw(reference, first);
  expect(await readStatus(reference)).toMatchObject({ state: "withdrawn", gaveUpAt: expect.any(Date) });
  expect(await events(reference)).toEqual(["place.offered", "place.given_up"]);
  await expect(confirmOwnPlace(second, reference, now)).rejects.toEqual(refused("not_their_own"));

  const family = await aFamily();
  await markGuardianConfirmed(family.second);
  await accept(family.reference);
  const deadline = addDays(toLocalDay("Europe/Madrid"), 14);
  const getOptions = async () =>
    (await readFamilyHome(family.second, now, "es")).account.enrollments[0]?.options;
  expect(await getOptions()).toEqual({ hasPlace: false, confirmUntil: deadline });
  await confirmOwnPlace(family.second, family.reference, now);
  await confirmOwnPlace(family.first, family.reference, now);
  expect(await events(family.reference)).toEqual(["place.offered", "place.kept"]);
  await expect(withdraw(family.reference, family.first)).rejects.toEqual(refused("day_is_over"));
});

test("admission 12: from 18 on, asks only the student", async () => {
  const { reference, child, first } = await aFamily();
  await accept(reference);
  await getPool().query("update people set birth_date = '2000-01-01' where id = $1", [child]);
  await sendDueConfirmationRequests(now);
  expect((await asked()).map(({ personId }) => personId)).toEqual([child]);
  await expect(confirmOwnPlace(first, reference, now)).rejects.toEqual(refused("not_their_own"));
});

test("admission 12: without an answer the place stays, the desk's home page counts it, and an answer is still accepted", async () => {
  const reference = await createEnrollment(anAdult());
  const { studentId } = await readStatus(reference);
  await accept(reference);
  await endsIn(-1);
  expect([await withdrawExpired(now), await held(), (await readStatus(reference)).state]).toEqual([
    0,
    1,
    "accepted",
  ]);
  expect(await listDeskTasks(secretary)).toContainEqual({
    task: "answer",
    count: 1,
    filters: { answer: "late" },
  });
  await confirmOwnPlace(studentId, reference, now);
  expect((await listDeskTasks(secretary)).map(({ task }) => task)).not.toContain("answer");
});

test("admission 12: without an answer the place is lost after the deadline with one mail, unless a disagreement is open", async () => {
  await writeSetting("place_answer_silence", "lost");
  await setLimit(
    { schoolYearId: year.year, specialityId: year.piano, syllabusId: null, places: 2 },
    createStaffActor("head"),
  );
  const { reference, first } = await aFamily();
  const held_ = await aFamily();
  await markGuardianConfirmed(held_.second);
  for (const one of [reference, held_.reference]) await accept(one);
  const newcomer = await createEnrollment(anAdult({ student_speciality_option1: year.piano }));
  await endsIn(0);
  await expect(accept(newcomer)).rejects.toEqual(refused("no_place"));
  await disagree(held_.second, held_.reference, "No.", now);
  await endsIn(-1);
  expect(await held()).toBe(1);
  await accept(newcomer); // before anything is written
  await expect(confirmOwnPlace(first, reference, now)).rejects.toEqual(refused("day_is_over"));
  await expect(withdraw(reference, first)).rejects.toEqual(refused("day_is_over"));

  const both = await Promise.all([withdrawExpired(now), withdrawExpired(now)]);
  expect(Math.max(...both)).toBeGreaterThan(0);
  expect(await readStatus(reference)).toMatchObject({ state: "withdrawn", gaveUpAt: expect.any(Date) });
  expect((await readStatus(held_.reference)).state).toBe("accepted");
  expect(await events(reference)).toEqual(["place.offered", "place.lapsed"]);
  expect((await readNotifications(reference)).map(({ kind }) => kind)).toEqual(["accepted", "withdrawn"]);
});

test("admission 12: an answer at the deadline either counts or the place is lost, never both", async () => {
  await writeSetting("place_answer_silence", "lost");
  for (let time = 0; time < 5; time++) {
    const reference = await createEnrollment(anAdult());
    const { studentId } = await readStatus(reference);
    await accept(reference);
    await Promise.allSettled([
      confirmOwnPlace(studentId, reference, now),
      endsIn(-1).then(() => withdrawExpired(now)),
    ]);
    await withdrawExpired(now);
    const { state, keepsPlaceAt } = await readStatus(reference);
    expect([
      ["accepted", true, "place.kept"],
      ["withdrawn", false, "place.lapsed"],
    ]).toContainEqual([state, keepsPlaceAt !== null, (await events(reference)).at(-1)]);
  }
});

test("admission 12: another decision closes the confirmation without an event", async () => {
  const reference = await createEnrollment(anAdult());
  await accept(reference);
  await decideAndNotify(
    { reference, to: "pending", reason: "other", tell: "now" },
    createStaffActor("head"),
    new Date(),
  );
  expect(await events(reference)).toEqual(["place.offered"]);
  await accept(reference);
  expect(
    await prisma().placeAnswer.groupBy({ by: ["answer"], _count: true, orderBy: { answer: "asc" } }),
  ).toEqual([
    { answer: "closed", _count: 1 },
    { answer: null, _count: 1 },
  ]);
});

test("admission 12: an API key answers once for an enrollment that it created, while a confirmation is open", async () => {
  const key = await aKey();
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const enroll = async () => {
    const sent = await api.send("POST", "academic/adult_enrollment", { headers, body: anAdult() });
    return String(sent.headers["enrollment-reference"]);
  };
  const answer = (reference: string, body: object) =>
    api.send("POST", `academic/enrollments/${reference}/place_answer`, { headers, body });
  const read = async (reference: string) =>
    (await api.send("GET", `academic/enrollments/${reference}`, { headers })).data;
  const [keeps, leaves] = [await enroll(), await enroll()];
  expect((await answer(keeps, { answer: "kept" })).error).toMatchObject({
    code: "transition_not_allowed",
    state: "pending",
    allowed: [],
    refusal: "no_answer_open",
  });
  for (const reference of [keeps, leaves]) await accept(reference);
  expect(await read(keeps)).toMatchObject({ answer_by: addDays(toLocalDay("Europe/Madrid"), 14) });
  expect((await answer(keeps, {})).error?.code).toBe("validation_failed");
  expect((await answer(await createEnrollment(), { answer: "kept" })).error?.code).toBe("not_found");
  expect((await answer(keeps, { answer: "kept" })).data).toEqual({ reference: keeps, state: "accepted" });
  expect((await answer(leaves, { answer: "given_up" })).data).toEqual({
    reference: leaves,
    state: "withdrawn",
  });
  expect(await read(keeps)).toMatchObject({ answer_by: null, state: "accepted" });
  expect([await events(keeps), await events(leaves)]).toEqual([
    ["place.offered", "place.kept"],
    ["place.offered", "place.given_up"],
  ]);
});
