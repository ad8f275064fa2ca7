import { expect, test } from "vitest";
import type { DecisionErrorCode } from "@/lib/decisions/decision-error";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { decideAndNotify } from "@/lib/decisions/verbs";
import {
  type CorrectPart,
  type EnrollmentPart,
  type PartAnswers,
  readPartForDesk,
} from "@/lib/desk/correction/queries";
import { answerCorrectionRequest, correctAnswers } from "@/lib/desk/correction/verbs";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import { addNote } from "@/lib/desk/labels/verbs";
import { readHistory } from "@/lib/family/account/queries";
import { setupKinds } from "@/lib/mail/mail-kinds";
import {
  createSession,
  endOtherSessions,
  findSessionPerson,
  listSessions,
} from "@/lib/people/accounts/sessions";
import { prisma } from "@/lib/platform/database/prisma";
import { collectPersonalData } from "@/lib/privacy/data-copy/queries";
import { createDataRequest, erasePerson } from "@/lib/privacy/verbs";
import { aDni, aMinor, anAdult } from "@/test/support/data/factories";
import { aFamily, markGuardianConfirmed } from "@/test/support/data/families";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readStatus,
} from "@/test/support/domain/decisions";
import { readConsentReceipt, readSentAnswers } from "./queries";
import {
  changeMailLanguage,
  changeOwnChoices,
  changeOwnContact,
  listCorrectablePeople,
  listOwnCorrections,
  requestCorrection,
} from "./verbs";

const secretary = createStaffActor("secretary");
const year = await getCurrentYear();
await prisma().staffMember.create({
  data: {
    id: secretary.kind === "staff" ? secretary.id : "",
    email: "marta@school.example",
    emailKey: "marta@school.example",
    name: "Marta Secretaria",
    role: "secretary",
    locale: "es",
  },
});

const now = new Date();
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const refused = (code: DecisionErrorCode) => expect.objectContaining({ code });
const idOf = async (email: string) => (await prisma().person.findFirstOrThrow({ where: { email } })).id;
const addressOf = async (id: string) => {
  const { phone, address, zipCode, city } = await prisma().person.findUniqueOrThrow({ where: { id } });
  return { phone, address, zipCode, city };
};

const moved = {
  phoneCountryCode: "+34",
  phone: "699000111",
  country: "es",
  city: "Vic",
  zipCode: "08500",
  address: "Rambla 5",
};

test("families 11: changes phone and address at once, also of children at the same address", async () => {
  const body = aMinor();
  const same = {
    student_country: body.guardian_country,
    student_city: body.guardian_city,
    student_zip_code: body.guardian_zip_code,
    student_address: body.guardian_address,
  };
  const { first, second, child } = await aFamily(same);
  const elsewhere = await aFamily({ ...same, student_address: "Carrer Nou 2" });
  const stranger = await aFamily(same);
  await changeOwnContact(first, moved, now);
  await changeOwnContact(elsewhere.first, moved, now);
  const newAddress = { address: "Rambla 5", zipCode: "08500", city: "Vic" };
  expect(await addressOf(first)).toEqual({ ...newAddress, phone: "699000111" });
  expect(await addressOf(child)).toEqual({ ...newAddress, phone: null });
  expect(await addressOf(elsewhere.child)).toMatchObject({ address: "Carrer Nou 2" });
  expect(await addressOf(stranger.child)).toMatchObject({ address: body.guardian_address });
  expect(await addressOf(second)).toMatchObject({ address: null });
  await expect(changeOwnContact(child, moved, now)).rejects.toEqual(refused("not_their_own"));
});

test("families 11: changes the language of further mails, also of the minor children; the audit log names both", async () => {
  const { reference, first, second, child } = await aFamily();
  const stranger = await aFamily();
  await expect(changeMailLanguage(child, "ca", now)).rejects.toEqual(refused("not_their_own"));
  await changeMailLanguage(first, "ca", now);
  await changeMailLanguage(first, "ca", now); // again: no second entry
  await decideAndNotify({ reference, to: "waiting", specialityId: year.viola }, secretary, now);
  await notifyDue(later(1));
  const people = await prisma().person.findMany({
    where: { id: { in: [first, second, child, stranger.first, stranger.child] } },
    select: { id: true, locale: true },
  });
  const changed = people.filter(({ locale }) => locale === "ca").map(({ id }) => id);
  expect(changed.sort()).toEqual([first, child].sort());
  const mail = { kind: { notIn: [...setupKinds] }, personId: first };
  expect(await prisma().mailMessage.findMany({ where: mail, select: { locale: true } })).toEqual([
    { locale: "ca" },
  ]);
  expect(
    await prisma().auditEntry.findMany({
      where: { objectId: first, action: "contact_changed" },
      select: { values: { select: { name: true, old: true, new: true } } },
    }),
  ).toEqual([{ values: [{ name: "mail_language", old: "Español", new: "Català" }] }]);
});

test("families 12, 14: changes choices until a decision is notified, voids an unnotified one and notifies the other guardian", async () => {
  const { body, reference, first, second } = await aFamily({ student_speciality_option1: year.piano });
  await markGuardianConfirmed(second);
  await decideAndNotify({ reference, to: "accepted", specialityId: year.piano }, secretary, now);
  const { version } = await readStatus(reference);
  const choices = {
    specialities: [
      { option: 1, id: year.violin },
      { option: 3, id: year.viola },
    ],
    syllabi: [{ option: 1, id: year.syllabus }],
  };
  await expect(changeOwnChoices(second, reference, choices, now)).rejects.toEqual(refused("not_their_own"));
  await changeOwnChoices(first, reference, choices, now);
  await changeOwnChoices(first, reference, choices, now); // the same once more tells nobody
  await notifyDue(later(1));
  expect(await readStatus(reference)).toMatchObject({ state: "pending", decidedState: "pending" });
  expect((await readStatus(reference)).version).toBeGreaterThan(version);
  expect((await readSentAnswers(first, reference, now))?.answers).toMatchObject({
    student_speciality_option1: year.violin,
    student_speciality_option3: year.viola,
    student_syllabi_option1: year.syllabus,
  });
  const notified = await prisma().mailMessage.findMany({
    where: { enrollment: { reference }, kind: "changed" },
    select: { person: { select: { email: true } } },
  });
  expect(notified.map(({ person }) => person.email)).toEqual([body.second_guardian_email]);

  await decideAndNotify(
    { reference, to: "waiting", specialityId: year.viola, tell: "now" },
    secretary,
    new Date(),
  );
  await expect(changeOwnChoices(first, reference, { specialities: [], syllabi: [] }, now)).rejects.toEqual(
    refused("not_allowed"),
  );
  const over = await aFamily();
  await expect(changeOwnChoices(over.first, over.reference, choices, later(3 * 365 * 24))).rejects.toEqual(
    refused("day_is_over"),
  );
});

test("families 14: does not notify a guardian who is kept apart", async () => {
  const { reference, first, second } = await aFamily();
  await markGuardianConfirmed(second);
  await prisma().guardianship.updateMany({ where: { guardianId: second }, data: { keptApart: true } });
  await changeOwnChoices(
    first,
    reference,
    { specialities: [{ option: 1, id: year.viola }], syllabi: [] },
    now,
  );
  expect(await prisma().mailMessage.count({ where: { kind: "changed", personId: second } })).toBe(0);
  expect(JSON.stringify(await collectPersonalData(second, now))).not.toContain("Carla");
});

test("families 11: name, birth date and document are changed by a request that the desk accepts or declines", async () => {
  const { body, reference, first, second, child } = await aFamily();
  const other = await aFamily();
  await markGuardianConfirmed(second);
  const idsFor = async (id: string) => (await listCorrectablePeople(id, now)).map((one) => one.id);
  expect([await idsFor(first), await idsFor(second), await idsFor(child)]).toEqual([
    [first, child],
    [second],
    [],
  ]);
  const ask = (by: string, about: string, wanted: Parameters<typeof requestCorrection>[2]) =>
    requestCorrection(by, about, wanted, now);
  for (const about of [other.child, other.first, second])
    await expect(ask(first, about, { name: "X" })).rejects.toEqual(refused("not_their_own"));
  await expect(ask(second, child, { name: "X" })).rejects.toEqual(refused("not_their_own"));

  const open = async () => prisma().correctionRequest.findMany({ where: { settledAt: null } });
  const countOpen = async () =>
    (await listDeskTasks(secretary)).find(({ task }) => task === "correction")?.count ?? 0;
  const settle = async (answer?: string, by = secretary) =>
    answerCorrectionRequest({ reference, correction: (await open())[0]?.id ?? child, answer }, by, now);

  await ask(first, child, { document: other.body.guardian_document, documentType: "dni" });
  expect([await countOpen(), (await open()).length]).toEqual([1, 1]);
  await expect(settle(undefined, createStaffActor("reader"))).rejects.toThrow("no_right");
  await expect(settle()).rejects.toThrow("answer_taken");
  const foreign = { reference: other.reference, correction: (await open())[0]?.id ?? "", answer: "No." };
  await expect(answerCorrectionRequest(foreign, secretary, now)).rejects.toThrow("answer_gone");

  const document = aDni();
  await decideAndNotify({ reference, to: "waiting", specialityId: year.viola }, secretary, now);
  const clara = { name: "Clara", birthDate: "2015-06-07", documentType: "dni", document };
  await Promise.all(Array.from({ length: 5 }, () => ask(first, child, clara)));
  expect(await open()).toHaveLength(1);
  await settle();
  expect(await prisma().person.findUniqueOrThrow({ where: { id: child } })).toMatchObject({
    name: "Clara",
    surname: body.student_surname,
    birthDate: new Date("2015-06-07"),
    document,
  });
  await notifyDue(later(1));
  expect(await readStatus(reference)).toMatchObject({ state: "pending", decidedState: "pending" });
  await expect(settle()).rejects.toThrow("answer_gone");

  await ask(first, first, { surname: "Roca" });
  await expect(settle(" ")).rejects.toThrow("answer: required");
  await settle("Trae el documento, por favor.");
  expect(await countOpen()).toBe(0);
  const messages = await prisma().mailMessage.findMany({
    where: { kind: "correction_settled", personId: first },
  });
  expect(messages.map(({ tells }) => tells)).toEqual(
    expect.arrayContaining([
      { reader: "guardian" },
      { reader: "guardian", words: "Trae el documento, por favor." },
    ]),
  );
  expect((await listOwnCorrections(first)).map(({ accepted, answer }) => [accepted, answer]).sort()).toEqual([
    [false, "Trae el documento, por favor."],
    [true, null],
  ]);
  expect(await prisma().person.findUniqueOrThrow({ where: { id: first } })).toMatchObject({
    surname: body.guardian_surname,
  });
});

test("families 19: returns a receipt only to the person who accepted the terms", async () => {
  const { reference, first, second, child } = await aFamily();
  const { termsUrl, termsAcceptedAt } = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
  expect(await readConsentReceipt(first, reference)).toMatchObject({
    accepted_by: "Berta Roca Vidal",
    on_behalf_of: "Carla Soler Roca",
    terms_url: termsUrl,
    accepted_at: termsAcceptedAt.toISOString(),
    channel: "form",
    language: "es",
  });
  await markGuardianConfirmed(second);
  for (const id of [second, child]) expect(await readConsentReceipt(id, reference)).toBeUndefined();
  const { id: enrollmentId } = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
  await prisma().consent.create({
    data: { enrollmentId, personId: second, termsUrl, acceptedAt: now, locale: "ca" },
  });
  expect(await readConsentReceipt(second, reference)).toMatchObject({ channel: "link", language: "ca" });
  await prisma().guardianship.updateMany({ where: { guardianId: second }, data: { keptApart: true } });
  expect(await readConsentReceipt(second, reference)).toBeUndefined();

  const adult = anAdult();
  const own = await createEnrollment(adult);
  expect(await readConsentReceipt(await idOf(adult.student_email), own)).toMatchObject({
    accepted_by: "Ada Puig Serra",
    on_behalf_of: "Ada Puig Serra",
  });
});

test("families 15: the history has notifications and the family's actions, without staff names and notes", async () => {
  const { reference, first, second } = await aFamily();
  await addNote({ reference, note: "Familia complicada." }, secretary);
  await decideAndNotify({ reference, to: "rejected", reason: "no_place" }, secretary, now);
  const kindsOf = async (id: string) => (await readHistory(id, reference)).map(({ kind }) => kind);
  expect(await kindsOf(first)).toEqual(["sent"]);
  await notifyDue(later(1));
  expect(await readHistory(first, reference)).toMatchObject([
    { kind: "told", state: "rejected", by: "school" },
    { kind: "sent", by: "family" },
  ]);
  expect(JSON.stringify(await readHistory(first, reference))).not.toMatch(/Marta|complicada/);
  expect(await kindsOf(second)).toEqual([]);
});

test("families 15: the history has the school's corrections, of a person's own data and the student's only", async () => {
  const { reference, child, first, second } = await aFamily();
  await markGuardianConfirmed(second);
  const correct = async (part: CorrectPart, changes: PartAnswers) => {
    const { version, fields, answers } = (await readPartForDesk(
      secretary,
      reference,
      part,
    )) as EnrollmentPart;
    const stored = Object.fromEntries(fields.map((field) => [field, answers[field]]));
    await correctAnswers(
      { reference, part, version, wanted: { ...stored, ...changes } },
      secretary,
      new Date(),
    );
  };
  await correct("student", { student_surname: "Roca", student_birth_date: "2017-02-03" });
  await correct("guardian", { guardian_city: "Salt" });
  await correct("studies", { enrollment_observations: "Canta." });
  await changeOwnContact(first, moved, new Date()); // not by the school
  const listCorrections = async (id: string) =>
    (await readHistory(id, reference)).flatMap((event) =>
      /corrected/.test(event.kind) && "corrected" in event ? [[event.kind, event.by, event.corrected]] : [],
    );
  const [request, own, student] = [
    ["answers_corrected", "school", ["observations"]],
    ["own_corrected", "school", ["city"]],
    ["student_corrected", "school", ["birthDate", "surname"]],
  ];
  expect(await listCorrections(first)).toEqual([request, own, student]);
  expect(await listCorrections(child)).toEqual([
    request,
    ["own_corrected", "school", ["birthDate", "surname"]],
  ]);
  expect(await listCorrections(second)).toEqual([request]);
});

test("families 11: a guardian who is kept apart gets the answer about their own name with another enrollment", async () => {
  const [apart, other] = [await aFamily(), await aFamily()];
  const guardianId = apart.second;
  await prisma().guardianship.updateMany({ where: { guardianId }, data: { keptApart: true } });
  await prisma().guardianship.updateMany({
    where: { guardianId: other.second },
    data: { guardianId, confirmedAt: now },
  });
  await requestCorrection(guardianId, guardianId, { name: "Pau" }, now);
  const { id } = await prisma().correctionRequest.findFirstOrThrow({ where: { personId: guardianId } });
  await answerCorrectionRequest({ reference: apart.reference, correction: id }, secretary, now);
  const message = await prisma().mailMessage.findFirstOrThrow({
    where: { kind: "correction_settled", personId: guardianId },
    select: { tells: true, enrollment: { select: { reference: true } } },
  });
  expect(message).toEqual({ tells: { reader: "guardian" }, enrollment: { reference: other.reference } });
});

test("families 20: ends the other sessions and keeps this one", async () => {
  const { first, second } = await aFamily();
  for (const personId of [first, second])
    await prisma().account.create({ data: { personId, passwordHash: "x" } });
  const [one, other, strangers] = await Promise.all(
    [first, first, second].map((id) => createSession(prisma(), id, now)),
  );
  const list = await listSessions(first, one?.token, now);
  expect(list.map(({ isThis }) => isThis).sort()).toEqual([false, true]);
  await endOtherSessions(first, one?.token ?? "", new Date());
  const left = await Promise.all([one, other, strangers].map((s) => findSessionPerson(s?.token, now)));
  expect(left).toEqual([first, undefined, second]);
});

test("families 20: uses the school's calendar day when UTC has the day before", async () => {
  const { body, first, child } = await aFamily({ student_birth_date: "2010-07-01" });
  const [evening, night] = [new Date("2028-06-30T21:30:00Z"), new Date("2028-06-30T22:30:00Z")]; // midnight is at 22:00
  const childrenAt = async (at: Date) => (await collectPersonalData(first, at))?.guardian_of.length;
  expect([await childrenAt(evening), await childrenAt(night)]).toEqual([1, 0]); // of age from the first of July
  expect((await createDataRequest("erasure", first, evening)).dueOn).toBe("2028-07-30");
  expect((await createDataRequest("erasure", child, night)).dueOn).toBe("2028-08-01");
  const erased = { actor: { kind: "command" }, withChildren: false } as const;
  await expect(erasePerson(first, { ...erased, now: evening })).rejects.toMatchObject({
    code: "only_guardian",
  });
  await expect(erasePerson(first, { ...erased, now: night })).resolves.toMatchObject({
    remainingChildren: [child],
  });
  expect(await prisma().person.count({ where: { email: body.guardian_email } })).toBe(0);
});
