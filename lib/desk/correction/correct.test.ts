import { expect, test } from "vitest";
import { decideAndNotify } from "@/lib/decisions/verbs";
import {
  type CorrectPart,
  type EnrollmentPart,
  findPartChange,
  findUnrequested,
  type PartAnswers,
  readPartForDesk,
} from "@/lib/desk/correction/queries";
import { correctAnswers } from "@/lib/desk/correction/verbs";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { aDni, aMinor, anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { createEnrollment, getCurrentYear, readStatus, setState } from "@/test/support/domain/decisions";
import { aMember, commandActor } from "@/test/support/domain/staff";

const ids = await getCurrentYear();

const open = async (reference: string, part: CorrectPart) =>
  (await readPartForDesk(commandActor, reference, part)) as EnrollmentPart;

/** Submits a form that was opened with the answers `from`. */
function save(reference: string, from: EnrollmentPart, changes: PartAnswers, actor = commandActor) {
  const answers = Object.fromEntries(from.fields.map((field) => [field, from.answers[field]]));
  const { part, version } = from;
  return correctAnswers({ reference, part, version, wanted: { ...answers, ...changes } }, actor, new Date());
}

const correct = async (reference: string, part: CorrectPart, changes: PartAnswers) =>
  save(reference, await open(reference, part), changes);

/** The stored people of an enrollment: the student, then the guardians. */
async function peopleOf(reference: string) {
  const { student } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference },
    select: {
      student: { include: { guardians: { orderBy: { position: "asc" }, include: { guardian: true } } } },
    },
  });
  return [student, ...student.guardians.map(({ guardian }) => guardian)] as const;
}

const accept = (reference: string) =>
  decideAndNotify(
    { reference, to: "accepted", specialityId: ids.piano, tell: "held" },
    commandActor,
    new Date(),
  );

test("desk 14: a contact is corrected and recorded without voiding a decision; the student's address follows", async () => {
  const { student_address, ...body } = aMinor({ guardians: 2, student_speciality_option1: ids.piano });
  const reference = await createEnrollment(body);
  const [child] = await peopleOf(reference);
  await prisma().person.update({
    where: { id: child.id },
    data: { country: "es", city: "Girona", zipCode: "17001", address: "Plaça Nova 3" },
  });
  await accept(reference);
  const { actor, id } = await aMember("secretary");
  const outcome = await save(
    reference,
    await open(reference, "guardian"),
    { guardian_name: "Berta Maria", guardian_city: "Salt", guardian_phone: "611000111" },
    actor,
  );
  expect(outcome).toMatchObject({
    changes: [{ old: "Berta" }, { now: "611000111" }, { old: "Girona", now: "Salt" }],
  });
  const [moved, guardian] = await peopleOf(reference);
  expect(guardian).toMatchObject({ name: "Berta Maria", phone: "611000111", city: "Salt", zipCode: "17001" });
  expect(moved).toMatchObject({ name: "Carla", city: "Salt", phone: null });
  expect(await readStatus(reference)).toMatchObject({ decidedState: "accepted", state: "pending" });
  const entry = await prisma().auditEntry.findFirstOrThrow({
    where: { actorId: id },
    select: {
      action: true,
      objectId: true,
      values: { orderBy: { name: "asc" }, select: { name: true, old: true, new: true } },
    },
  });
  expect(entry).toEqual({
    action: "person_corrected",
    objectId: guardian?.id,
    values: [
      { name: "city", old: "Girona", new: "Salt" },
      { name: "name", old: "Berta", new: "Berta Maria" },
      { name: "phone", old: "600765432", new: "611000111" },
    ],
  });
});

test.each<[string, CorrectPart, () => PartAnswers, string]>([
  ["another birth date", "student", () => ({ student_birth_date: yearsAgo(8) }), "pending"],
  ["another wish", "studies", () => ({ student_speciality_option1: ids.violin }), "pending"],
  ["other observations", "studies", () => ({ enrollment_observations: "Los martes no." }), "accepted"],
  ["another name", "student", () => ({ student_name: "Carlota" }), "accepted"],
])("desk 14: with %s an untold decision is %s afterwards", async (_, part, changes, state) => {
  const reference = await createEnrollment(aMinor({ student_speciality_option1: ids.piano }));
  await accept(reference);
  expect(await correct(reference, part, changes())).toHaveProperty("changes");
  expect(await readStatus(reference)).toMatchObject({ decidedState: state, state: "pending" });
  expect((await open(reference, part)).answers).toMatchObject(changes());
});

test("desk 12, 14: the second of two corrections learns who changed what and saves nothing", async () => {
  const reference = await createEnrollment(anAdult());
  const [first, second] = [await open(reference, "student"), await open(reference, "student")];
  const { actor } = await aMember("head");
  await save(reference, second, { student_city: "Salt" }, actor);
  const outcome = await save(reference, first, { student_name: "Adela" });
  expect(outcome).toMatchObject({ stale: { answers: { student_city: "Salt", student_name: "Ada" } } });
  expect((await peopleOf(reference))[0]).toMatchObject({ name: "Ada", city: "Salt" });
  const current = (outcome as { stale: EnrollmentPart }).stale;
  expect(await findPartChange(current)).toMatchObject({
    by: "staff",
    name: "Marta",
    values: [{ name: "city", old: "Barcelona", new: "Salt" }],
  });
  expect(await save(reference, current, { student_name: "Adela" })).toHaveProperty("changes");
});

test("desk 14: a document of somebody else is refused with that enrollment, and nothing is saved", async () => {
  const other = anAdult();
  const otherReference = await createEnrollment(other);
  const reference = await createEnrollment(anAdult({ student_city: "Olot" }));
  for (const changes of [
    { student_document: other.student_document.toLowerCase(), student_city: "Salt" },
    { student_email: other.student_email.toUpperCase(), student_city: "Salt" },
  ]) {
    const [field] = Object.keys(changes);
    const issue = { field, code: "taken", values: { reference: otherReference } };
    await expect(correct(reference, "student", changes)).rejects.toMatchObject({ issues: [issue] });
  }
  expect((await peopleOf(reference))[0]).toMatchObject({ city: "Olot" });
  expect(await prisma().auditEntry.count({ where: { objectId: (await peopleOf(reference))[0].id } })).toBe(0);
});

test("desk 14: a student's optional document is removed and free again", async () => {
  const document = aDni();
  const body = aMinor({ student_document_type: "dni", student_document: document });
  const reference = await createEnrollment(body);
  await correct(reference, "student", { student_document: undefined, student_document_type: undefined });
  expect((await peopleOf(reference))[0]).toMatchObject({
    document: null,
    documentKey: null,
    documentType: null,
  });
  await createEnrollment(anAdult({ student_document: document }));
});

test("desk 14, 17: an address is corrected with the rest; that of an account must be confirmed first", async () => {
  const reference = await createEnrollment(aMinor({ guardians: 2 }));
  const second = anEmail("second");
  expect(await correct(reference, "second_guardian", { second_guardian_email: second })).toHaveProperty(
    "changes",
  );
  const [, guardian, other] = await peopleOf(reference);
  expect(other?.email).toBe(second);
  const queued = { personId: other?.id, state: "queued" } as const;
  expect(await prisma().mailMessage.count({ where: queued })).toBe(1);

  await prisma().account.create({ data: { personId: guardian?.id as string, passwordHash: "x" } });
  const changes = { guardian_email: anEmail(), guardian_city: "Salt" };
  expect(await correct(reference, "guardian", changes)).toMatchObject({ isPending: true });
  const email = guardian?.email as string;
  expect((await peopleOf(reference))[1]).toMatchObject({ city: "Salt", email });
  const confirmation = await prisma().mailMessage.findFirst({ where: { toEmail: changes.guardian_email } });
  expect(confirmation).toMatchObject({ kind: "confirm_email", state: "queued", personId: guardian?.id });
});

test("desk 14: another spelling of an account's address is corrected at once", async () => {
  const reference = await createEnrollment(anAdult());
  const [{ id, email }] = await peopleOf(reference);
  await prisma().account.create({ data: { personId: id, passwordHash: "x" } });
  const student_email = email.toUpperCase();
  expect(await correct(reference, "student", { student_email })).toMatchObject({ isPending: false });
  expect((await peopleOf(reference))[0]).toMatchObject({ email: student_email, emailKey: email });
});

test("desk 14: a correction of a person who is erased meanwhile is refused", async () => {
  const reference = await createEnrollment(anAdult());
  const [{ id }] = await peopleOf(reference);
  const form = await open(reference, "student");
  const client = await getPool().connect();
  try {
    await client.query("begin");
    await client.query("update people set erased_at = now() where id = $1", [id]);
    const rejection = expect(save(reference, form, { student_city: "Salt" })).rejects.toThrow("gone");
    await expect
      .poll(
        () => prisma().$queryRaw`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    await client.query("commit");
    await rejection;
  } finally {
    client.release();
  }
});

test("desk 14: an adult has no guardian to correct, and an erased person has no answers", async () => {
  const reference = await createEnrollment(anAdult());
  expect(await readPartForDesk(commandActor, reference, "guardian")).toBeUndefined();
  expect(await readPartForDesk(commandActor, "NOBODYS1", "studies")).toBeUndefined();
  await prisma().person.update({
    where: { id: (await peopleOf(reference))[0].id },
    data: { erasedAt: new Date() },
  });
  expect(await readPartForDesk(commandActor, reference, "student")).toBeUndefined();
});

test("desk 14: an address is never removed, even without a question before", async () => {
  const reference = await createEnrollment();
  const [{ email }] = await peopleOf(reference);
  const answers = { student_email: undefined, student_name: "Otro" };
  await expect(correct(reference, "student", answers)).rejects.toThrow("student_email: email_stays");
  const [student] = await peopleOf(reference);
  expect(student).toMatchObject({ email, name: expect.not.stringMatching("Otro") });
});

test.each(["waiting", "accepted"] as const)(
  "desk 14: a correction says that a student who is %s keeps what it no longer requests",
  async (state) => {
    const wishes = { student_speciality_option1: ids.piano, student_syllabi_option1: ids.syllabus };
    const reference = await createEnrollment(anAdult(wishes));
    expect(findUnrequested(await open(reference, "studies"), {})).toBeUndefined();
    await setState(reference, state, ids.piano);
    const studies = await open(reference, "studies");
    const unrequested = (changes: PartAnswers) =>
      findUnrequested(studies, { ...studies.answers, ...changes });
    expect(unrequested({ student_speciality_option2: ids.violin })).toBeUndefined();
    expect(unrequested({ student_speciality_option1: ids.violin })).toMatchObject({
      state,
      specialityId: ids.piano,
    });
    expect(findUnrequested(await open(reference, "student"), {})).toBeUndefined();
  },
);
