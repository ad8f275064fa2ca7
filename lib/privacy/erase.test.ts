import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { enrollments } from "@/commands/enrollments";
import { privacy } from "@/commands/privacy";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { setLimits } from "@/lib/decisions/places/verbs";
import { readWaitingLists } from "@/lib/decisions/queries";
import { decideAndNotify, recordDisagreement, settleDisagreement } from "@/lib/decisions/verbs";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import { pickColumns } from "@/lib/desk/export/columns";
import { makeExport, requestExport } from "@/lib/desk/export/verbs";
import { addLabel, addNote, listLabels } from "@/lib/desk/labels/verbs";
import { readListPage } from "@/lib/desk/list/queries";
import { correctAndResend } from "@/lib/desk/record/verbs";
import { sendEmailConfirmation } from "@/lib/mail/writes";
import { createSession } from "@/lib/people/accounts/sessions";
import { writeAuditEntry } from "@/lib/people/audit-log";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { createDraft } from "@/lib/wizard/drafts/writes";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { aFamily, markGuardianConfirmed } from "@/test/support/data/families";
import { aFullAdult } from "@/test/support/data/full-enrollments";
import { createEnrollment, createStaffActor } from "@/test/support/domain/decisions";
import { attemptMail } from "@/test/support/domain/mail";
import { runInProcess } from "@/test/support/processes/command";
import { collectPersonalData } from "./data-copy/queries";
import { findPersonByEmail } from "./queries";
import {
  createDataRequest,
  ErasureError,
  erasePerson,
  finishErasures,
  listOpenRequests,
  replayErasures,
} from "./verbs";

const actor = { kind: "command" } as const;
const secretary = createStaffActor("secretary");
const school = await seedDemoSchool();
await prisma().staffMember.create({
  data: {
    id: secretary.kind === "staff" ? secretary.id : "",
    email: "marta@school.example",
    emailKey: "marta@school.example",
    name: "Marta",
    role: "secretary",
    locale: "es",
  },
});

const erasureList = path.join(env.DATA_DIR, "erasures");
const idOf = async (email: string) => (await findPersonByEmail(email)) as string;
const erase = async (email: string, withChildren = false) =>
  erasePerson(await idOf(email), { actor, withChildren, now: new Date() });

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await getPool().query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const texts = await Promise.all(
    tables.map(({ name }) => getPool().query(`select to_jsonb(t)::text as row from ${name} t`)),
  );
  return texts.flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
}

/** An adult of whom everything is kept that can be: own words, notes, labels, decisions, mails, an account. */
async function aKnownAdult() {
  const { current } = school;
  const { body } = aFullAdult({
    year: current.id,
    specialities: current.specialities,
    syllabi: current.syllabi,
  });
  const sent = { ...body, student_surname: "Zubizarreta", enrollment_observations: "Toca la tenora." };
  const reference = await createEnrollment(sent);
  await addNote({ reference, note: "Su hermana es Nekane." }, secretary);
  await addLabel({ reference, label: "beca Zubizarreta" }, secretary);
  for (const one of [reference, await createEnrollment(aMinor())])
    await addLabel({ reference: one, label: "beca" }, secretary);
  const message = await prisma().mailMessage.findFirstOrThrow({ where: { enrollment: { reference } } });
  await attemptMail(message.id);
  const email = anEmail("moved");
  await correctAndResend({ reference, message: message.id, email }, secretary, new Date());
  const decision = { reference, words: "Querida Ada Zubizarreta", tell: "now" } as const;
  await decideAndNotify({ ...decision, to: "rejected", reason: "no_place" }, actor, new Date());
  await notifyDue(new Date());
  await decideAndNotify(
    { reference, to: "pending", reason: "other", words: "Se queja Nekane", tell: "held" },
    actor,
    new Date(),
  );
  const id = await idOf(email);
  await prisma().account.create({ data: { personId: id, passwordHash: "$argon2id$secret" } });
  await createSession(prisma(), id, new Date());
  await prisma().mailSuppression.create({ data: { emailKey: email, reason: "bounced" } });
  await prisma().$transaction((tx) => sendEmailConfirmation(tx, id, "zubi@wished.example", new Date()));
  await createDraft({ answers: sent, done: [] });
  const { id: draftId } = await prisma().draft.findFirstOrThrow();
  await prisma().draftOffer.create({ data: { personId: id, draftId } });
  const refused = { kind: "erasure", personId: id, dueOn: new Date(0), settledAt: new Date(0) } as const;
  await prisma().dataRequest.create({ data: { ...refused, outcome: "refused" } });
  await createDataRequest("erasure", id, new Date());
  await prisma().correctionRequest.create({
    data: { personId: id, askedById: id, surname: "Zubizarreta Otxoa" },
  });
  const list = { filters: { from: "2000-01-01" }, sort: "newest" } as const;
  const request = { source: list, columns: pickColumns([]), format: "csv;" } as const;
  await makeExport(await requestExport(request, createStaffActor("admin"), new Date()));
  return { sent, email, id, reference, mailbox: path.join(env.DATA_DIR, "mailbox", `${message.id}.json`) };
}

test("an erased person is nowhere in the database; reference, state and choices stay, and the keys are free", async () => {
  const known = await aKnownAdult();
  const { sent, reference } = known;
  const words = [
    sent.student_email,
    known.email,
    "Zubizarreta",
    sent.student_document,
    sent.student_phone,
    sent.student_address,
    sent.student_zip_code,
    sent.student_birth_date,
    "tenora",
    "Nekane",
    "$argon2id$secret",
    "zubi@wished.example",
  ];
  const before = await everything();
  expect(words.filter((word) => !before.includes(word))).toEqual([]);
  const choices = () => prisma().specialityChoice.count({ where: { enrollment: { reference } } });
  expect([existsSync(known.mailbox), await choices()]).toEqual([true, 3]);
  expect(await prisma().exportPiece.count()).toBe(1);

  await erase(known.email);

  const after = await everything();
  expect(words.filter((word) => after.includes(word))).toEqual([]);
  const left = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
  expect(left).toMatchObject({ state: "rejected", decidedState: "rejected", observations: null });
  expect([existsSync(known.mailbox), await choices(), await listOpenRequests(known.id)]).toEqual([
    false,
    3,
    [],
  ]);
  expect(await prisma().exportPiece.count()).toBe(0); // a list that somebody took out had them in it
  const messages = await prisma().mailMessage.findMany({ where: { personId: known.id } });
  expect(messages.length).toBeGreaterThan(1);
  expect(messages.filter(({ state }) => state === "queued")).toEqual([]);
  const personId = known.id;
  expect([
    await prisma().session.count({ where: { personId } }),
    await prisma().setupToken.count({ where: { personId } }), // no link sets a password for nobody
    await prisma().draftOffer.count({ where: { personId } }),
  ]).toEqual([0, 0, 0]);
  const outcomes = await prisma().dataRequest.findMany({ where: { personId }, orderBy: { id: "asc" } });
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["refused", "done"]); // what was answered stays
  expect((await listLabels(secretary)).map(({ name }) => name)).toEqual(["beca"]); // another one's too
  await expect(createEnrollment({ ...sent, student_email: known.email })).resolves.toMatch(/^\w{8}$/);
});

test("desk 6: nobody is asked to decide on an erased person; the enrollment stays in the list", async () => {
  const body = anAdult();
  const reference = await createEnrollment(body);
  const list = (filters: { state?: "pending" }) =>
    readListPage(actor, { filters, sort: "newest", cursor: {} });
  const toDecide = async () => [
    (await listDeskTasks(actor)).find(({ task }) => task === "pending")?.count ?? 0,
    (await list({ state: "pending" })).total,
  ];
  const [before = 0] = await toDecide();
  await erase(body.student_email);
  expect(await toDecide()).toEqual([before - 1, before - 1]);
  expect((await list({})).rows.map((row) => row.reference)).toContain(reference);
  const { stdout } = await runInProcess(enrollments, "list", "--state", "pending");
  expect(stdout).toContain(reference); // the command has every match
});

test("desk 22: nobody waits behind an erased person", async () => {
  const bodies = [anAdult(), anAdult()] as const;
  const year = school.current.id;
  const [, , specialityId = 0] = school.current.specialities;
  await setLimits({ schoolYearId: year, limits: [{ specialityId, syllabusId: null, places: 1 }] }, actor);
  const wait = async (body: ReturnType<typeof anAdult>) => {
    const reference = await createEnrollment(body);
    await decideAndNotify({ reference, to: "waiting", specialityId, tell: "now" }, actor, new Date());
    return reference;
  };
  const [first, second] = [await wait(bodies[0]), await wait(bodies[1])];
  const readList = async () =>
    (await readWaitingLists(year)).find((list) => list.specialityId === specialityId);
  const accept = { reference: second, to: "accepted", specialityId, tell: "now" } as const;
  expect(await readList()).toMatchObject({ reference: first, count: 2 });
  await expect(decideAndNotify(accept, secretary, new Date())).rejects.toMatchObject({
    code: "not_the_turn",
  });
  await erase(bodies[0].student_email);
  expect(await readList()).toMatchObject({ reference: second, rank: 1, count: 1 });
  await decideAndNotify(accept, secretary, new Date());
});

test("two processes that repeat the same erasures at once erase each person once", async () => {
  const bodies = Array.from({ length: 6 }, () => anAdult());
  for (const body of bodies) await createEnrollment(body);
  const ids = await Promise.all(bodies.map(({ student_email }) => idOf(student_email)));
  const list = path.join(env.DATA_DIR, "of-two-machines");
  await writeFile(list, ids.map((id) => `${new Date().toISOString()} ${id}\n`).join(""));
  const countErased = async () => {
    const rows = await prisma().person.findMany({ where: { id: { in: ids } }, select: { name: true } });
    return rows.filter(({ name }) => name === null).length;
  };
  await Promise.all([replayErasures(new Date(), list), replayErasures(new Date(), list)]);
  expect(await countErased()).toBe(6);
  const erased = { action: "erased", objectId: { in: ids } };
  expect(await prisma().auditEntry.count({ where: erased })).toBe(6);
});

test("an erasure whose process ended before the list and the mailbox were done is finished later", async () => {
  const body = anAdult();
  const reference = await createEnrollment(body);
  const { id } = await prisma().mailMessage.findFirstOrThrow({
    where: { enrollment: { reference } },
    select: { id: true },
  });
  await attemptMail(id);
  const file = path.join(env.DATA_DIR, "mailbox", `${id}.json`);
  const savedMail = await readFile(file);
  const listed = await readFile(erasureList, "utf8");
  const personId = await idOf(body.student_email);
  await erase(body.student_email);
  await writeFile(erasureList, listed); // as it was before
  await writeFile(file, savedMail);
  expect(await finishErasures(new Date())).toBe(1);
  expect(existsSync(file)).toBe(false);
  expect(await readFile(erasureList, "utf8")).toContain(personId);
  expect(await finishErasures(new Date())).toBe(0);
});

test("people restored by an older backup are erased again from the list", async () => {
  const [one, other] = [anAdult(), anAdult()];
  await Promise.all([createEnrollment(one), createEnrollment(other)]);
  const id = await idOf(one.student_email);
  await erase(one.student_email);
  expect(await replayErasures(new Date())).toBe(0);
  await prisma().person.update({
    where: { id },
    data: { email: one.student_email, emailKey: one.student_email, name: "Ada", erasedAt: null },
  });
  expect(await replayErasures(new Date())).toBe(1);
  expect(await prisma().person.findUnique({ where: { id } })).toMatchObject({ name: null, document: null });

  const list = path.join(env.DATA_DIR, "of-another-machine");
  await writeFile(list, JSON.stringify({ erased: [await idOf(other.student_email)] }));
  expect(await runInProcess(privacy, "replay", list)).toEqual({
    code: 1,
    stdout: "",
    stderr: `${list}, line 1: this is no list of erasures.\n`,
  });
  await writeFile(list, `${new Date().toISOString()} ${await idOf(other.student_email)}\r\n`);
  expect((await runInProcess(privacy, "replay", list)).stdout).toBe(
    "1 person of a restored backup erased again.\n",
  );
  expect(await findPersonByEmail(other.student_email)).toBeUndefined();

  const { first, second: named, child } = await aFamily(); // the second one confirmed after the backup
  await writeFile(list, `${new Date().toISOString()} ${first}\n`);
  expect(await replayErasures(new Date(), list)).toBe(1);
  const [{ name, guardians }] = (await prisma().person.findMany({
    where: { id: child },
    select: { name: true, guardians: { select: { guardianId: true, position: true } } },
  })) as [{ name: string; guardians: object[] }];
  expect([name, guardians]).toEqual(["Carla", [{ guardianId: named, position: 1 }]]);
});

/** As if the enrollment had come on paper. */
async function signedFor(reference: string, signedBy: string) {
  const { id: enrollmentId } = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
  await prisma().paper.create({ data: { enrollmentId, signedBy, signedOn: new Date() } });
  await prisma().$transaction((tx) =>
    writeAuditEntry(tx, {
      actor,
      action: "paper_entered",
      object: { kind: "enrollment", id: reference },
      values: { signed_by: [null, signedBy] },
    }),
  );
}

test("a child's only guardian is refused with the reference; of two, the one who stays comes first", async () => {
  const { body, reference, child, first, second: other } = await aFamily();
  await expect(erase(body.guardian_email)).rejects.toMatchObject({ references: [reference] }); // the other is only named
  await markGuardianConfirmed(other);
  const words = "No me lo dijo Zacarías.";
  for (const _ of [1, 2])
    await prisma().$transaction((tx) =>
      recordDisagreement(tx, { reference, guardianId: first, words }, new Date()),
    );
  const [one] = await prisma().disagreement.findMany({ where: { guardianId: first } });
  const settled = { reference, disagreement: one?.id ?? "", settlement: "Hablado con Zacarías." };
  await settleDisagreement(settled, secretary);
  const correction = { surname: "de Zacarías", personId: child, askedById: first };
  await prisma().correctionRequest.create({ data: correction });
  await signedFor(reference, "Zacarías padre");
  await erase(body.guardian_email);
  const after = await everything();
  const erasedValues = [body.guardian_email, body.guardian_document, "Zacarías"];
  expect(erasedValues.filter((word) => after.includes(word))).toEqual([]);
  expect(await prisma().disagreement.count({ where: { settledAt: null } })).toBe(1); // still to be settled
  const { rows } = await getPool().query(
    "select p.email, g.position from guardianships g join people p on p.id = g.guardian_id where g.student_id = $1",
    [child],
  );
  expect(rows).toEqual([{ email: body.second_guardian_email, position: 1 }]);
  expect(await prisma().person.findUnique({ where: { id: child } })).toMatchObject({ name: "Carla" });

  const second = body.second_guardian_email as string;
  await expect(erase(second)).rejects.toMatchObject({ code: "only_guardian", references: [reference] });
  const refused = await runInProcess(privacy, "erase", second);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(reference)]);
  expect(await findPersonByEmail(second)).toBeDefined();
  expect((await runInProcess(privacy, "erase", second, "--with-children")).stdout).toBe(
    `Erased 2 people. What stays, without names: ${reference}.\n`,
  );
  expect(await prisma().person.findUnique({ where: { id: child } })).toMatchObject({
    name: null,
    birthDate: null,
  });
});

test("a guardian of somebody who has come of age may go; of two guardians at once one is refused", async () => {
  const grown = aMinor();
  await createEnrollment(grown);
  const child = await idOf(grown.student_email as string);
  await prisma().person.update({ where: { id: child }, data: { birthDate: new Date(yearsAgo(18)) } });
  await expect(erase(grown.guardian_email)).resolves.toMatchObject({ remainingChildren: [child] });

  const { body: both, second: other } = await aFamily();
  await markGuardianConfirmed(other);
  const results = await Promise.allSettled([
    erase(both.guardian_email),
    erase(both.second_guardian_email as string),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refusal = results.find(({ status }) => status === "rejected") as PromiseRejectedResult;
  expect(refusal.reason).toBeInstanceOf(ErasureError);
});

test("the copy has everything that was sent, a child's too, and nothing of the other guardian", async () => {
  const body = aMinor({ guardians: 2, enrollment_observations: "Canta en un cor." });
  const reference = await createEnrollment(body);
  await addNote({ reference, note: "Llamar por la tarde." }, secretary);
  const { stdout } = await runInProcess(privacy, "export", ` ${body.guardian_email.toUpperCase()}`);
  const copy = JSON.parse(stdout);
  const own = Object.entries(body).filter(([name]) => !/^second_|school_year|terms/.test(name));
  expect(own.filter(([, value]) => !stdout.includes(String(value)))).toEqual([]);
  expect(stdout).not.toContain(body.second_guardian_email);
  expect(copy.guardian_of[0].enrollments[0]).toMatchObject({
    reference,
    state: "pending",
    notes: [{ text: "Llamar por la tarde." }],
  });
  expect(copy.record.entries).toMatchObject([{ by: "staff", action: "noted", about: reference }]);

  const second = await idOf(body.second_guardian_email as string);
  const ofSecond = async () => JSON.stringify(await collectPersonalData(second, new Date()));
  expect(await ofSecond()).not.toContain("Carla"); // only named so far
  await markGuardianConfirmed(second);
  expect(await ofSecond()).toContain("Carla");
  const hiddenValues = [body.guardian_phone, body.student_email, body.student_address, "Canta", "Llamar"];
  const copyOfSecond = await ofSecond();
  expect(hiddenValues.filter((word) => copyOfSecond.includes(String(word)))).toEqual([]);
  const { id: enrollmentId } = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
  const consent = { termsUrl: "https://x.example", acceptedAt: new Date(), locale: "es" };
  await prisma().consent.create({ data: { enrollmentId, personId: second, ...consent } });
  await prisma().disagreement.create({ data: { enrollmentId, guardianId: second, words: "Con esto no." } });
  expect((await ofSecond()).split(reference).length).toBeGreaterThan(4);
  await prisma().guardianship.updateMany({ where: { guardianId: second }, data: { keptApart: true } });
  expect(await ofSecond()).not.toContain("Carla");
  expect(await ofSecond()).not.toContain(reference); // which leads to the child
  expect(await ofSecond()).toContain("Con esto no.");
  await prisma().disagreement.deleteMany({ where: { enrollmentId } });
  const decision = { reference, to: "rejected", reason: "no_place", tell: "held" } as const;
  await decideAndNotify(decision, secretary, new Date()); // not told (desk 23)
  const untold = await collectPersonalData(await idOf(body.guardian_email), new Date());
  expect(untold?.record.entries.map(({ action }) => action)).toEqual(["noted"]);
  const unknown = await runInProcess(privacy, "export", "nobody@example.org");
  expect([unknown.code, unknown.stdout]).toEqual([1, ""]);
});

test("the erasure covers every table that references people or enrollments", async () => {
  const { rows } = await getPool().query<{ found: string }>(
    `select distinct replace(c.conrelid::regclass::text, 'all_', '') as found from pg_constraint c
     where c.contype = 'f' and c.confrelid in ('all_people'::regclass, 'all_enrollments'::regclass, 'accounts'::regclass)
     order by 1`,
  );
  // For a new one, add the erasure to lib/privacy/writes.ts and the export to lib/privacy/data-copy.
  expect(rows.map(({ found }) => found)).toEqual([
    "access_entries",
    "accounts",
    "answer_links",
    "bulk_rows",
    "consents",
    "correction_requests",
    "data_requests",
    "decisions",
    "different_people",
    "disagreements",
    "draft_offers",
    "email_changes",
    "enrollment_labels",
    "enrollments",
    "going_on",
    "guardianships",
    "known_devices",
    "mail_messages",
    "merits",
    "notes",
    "objections",
    "papers",
    "place_answers",
    "questions",
    "round_entries",
    "round_moves",
    "sessions",
    "setup_tokens",
    "sign_in_links",
    "speciality_choices",
    "syllabus_choices",
  ]);
});
