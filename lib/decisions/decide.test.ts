import { expect, test } from "vitest";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { aMinor, anAdult } from "@/test/support/data/factories";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readStatus,
  setLimit,
  setState,
  setTurn,
} from "@/test/support/domain/decisions";
import { readRanks, readWaitingLists } from "./queries";
import { type DecisionInput, decideAndNotify } from "./verbs";
import { undoDecision } from "./writes";

const year = await getCurrentYear();

const secretary = createStaffActor("secretary");
const head = createStaffActor("head");
const now = new Date();
const accept = (reference: string, input: Partial<DecisionInput> = {}, actor = secretary) =>
  decideAndNotify({ reference, to: "accepted", ...input }, actor, now);

const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all))
    .map((result) => (result.status === "fulfilled" ? "done" : result.reason.message))
    .sort();

const limit = (specialityId: number, places: number | null) =>
  setLimit({ schoolYearId: year.year, specialityId, syllabusId: null, places }, head);
const limitSyllabus = (places: number | null) =>
  setLimit({ schoolYearId: year.year, specialityId: null, syllabusId: year.syllabus, places }, head);

test("desk 12: of two clerks at one enrollment one decides; the other gets an error and saves nothing", async () => {
  const reference = await createEnrollment();
  const { version } = await readStatus(reference);
  const both = [
    accept(reference, { version, specialityId: year.piano }),
    decideAndNotify({ reference, to: "rejected", reason: "age", version }, secretary, now),
  ];
  expect(await outcomes(both)).toEqual(["changed_meanwhile", "done"]);
  expect(await prisma().decision.count({ where: { enrollment: { reference } } })).toBe(1);
  expect(await prisma().auditEntry.count({ where: { objectId: reference } })).toBe(1);
});

test("desk 20: of ten concurrent decisions on the last place one gets it", async () => {
  await limit(year.viola, 1);
  const references = await Promise.all(Array.from({ length: 10 }, () => createEnrollment()));
  const all = references.map((reference) => accept(reference, { specialityId: year.viola }));
  expect(await outcomes(all)).toEqual(["done", ...Array(9).fill("no_place")]);
  expect(
    await prisma().enrollment.count({
      where: { assignedSpecialityId: year.viola, decidedState: "accepted" },
    }),
  ).toBe(1);
});

test("desk 20: only the head exceeds a limit, with a reason and a text", async () => {
  await limit(year.viola, 0);
  const reference = await createEnrollment();
  const overLimit = { specialityId: year.viola, reason: "other", words: "The teacher takes one more." };
  await expect(accept(reference, overLimit)).rejects.toThrow("no_place");
  await expect(accept(reference, { specialityId: year.viola }, head)).rejects.toThrow("no_place");
  await accept(reference, overLimit, head);
  const decision = await prisma().decision.findFirstOrThrow({ where: { enrollment: { reference } } });
  expect(decision).toMatchObject({ exception: true, words: null, internalReason: overLimit.words });
  await limit(year.viola, null);
});

test("desk 20: limits of a speciality, a syllabus and the pair each count", async () => {
  const { piano: specialityId, syllabus: syllabusId, violin } = year;
  const both = { specialityId, syllabusId };
  for (const only of [both, { specialityId, syllabusId: null }, { specialityId: null, syllabusId }]) {
    await setLimit({ schoolYearId: year.year, ...only, places: 0 }, head);
    await expect(accept(await createEnrollment(), both)).rejects.toThrow("no_place");
    const elsewhere = accept(await createEnrollment(), { specialityId: violin });
    await elsewhere;
    await setLimit({ schoolYearId: year.year, ...only, places: null }, head);
    await accept(await createEnrollment(), both);
  }
});

test("desk 19: an acceptance takes the first choice with a free place, or the named place even if not chosen", async () => {
  await limit(year.piano, 0);
  const wishes = { student_speciality_option1: year.piano, student_speciality_option2: year.violin };
  const second = await createEnrollment({ ...anAdult(), ...wishes });
  await accept(second);
  expect(await readStatus(second)).toMatchObject({
    assignedSpecialityId: year.violin,
    decidedState: "accepted",
  });
  await limit(year.piano, null);
  const first = await createEnrollment({ ...anAdult(), ...wishes });
  await accept(first);
  expect(await readStatus(first)).toMatchObject({ assignedSpecialityId: year.piano, state: "pending" });

  const withoutChoice = await createEnrollment();
  await expect(accept(withoutChoice)).rejects.toThrow("place_missing");
  const other = { specialityId: year.otherYear.specialities[0] };
  await expect(accept(withoutChoice, other)).rejects.toThrow("place_unknown");
  await accept(withoutChoice, { syllabusId: year.syllabus });
  expect(await readStatus(withoutChoice)).toMatchObject({
    assignedSyllabusId: year.syllabus,
    assignedSpecialityId: null,
  });
});

test("desk 21: a decision needs a reason of the school that is offered for it", async () => {
  const reference = await createEnrollment(aMinor());
  const reject = (input: Partial<DecisionInput>) =>
    decideAndNotify({ reference, to: "rejected", ...input }, secretary, now);
  await expect(reject({})).rejects.toThrow("reason_missing");
  for (const reason of ["no_answer", "nonsense", "NO_PLACE"]) {
    await expect(reject({ reason })).rejects.toMatchObject({
      code: "reason_unknown",
      details: { offered: "no_place, age, requirements, incomplete, other" },
    });
  }
  await expect(reject({ reason: "age", words: "x".repeat(2001) })).rejects.toThrow("words_too_long");
  // An internal text is saved with the internal reason: both together have the maximum length.
  const halves = { words: "x".repeat(1000), internalReason: "y".repeat(1000) };
  const both = { ...halves, reason: "other", specialityId: year.piano };
  await expect(accept(reference, both)).rejects.toThrow("words_too_long");
  await reject({ reason: "age", words: " From 7 on. ", internalReason: "Try next year." });
  expect(
    await prisma().decision.findFirstOrThrow({
      where: { enrollment: { reference } },
      include: { reason: true },
    }),
  ).toMatchObject({ words: "From 7 on.", internalReason: "Try next year.", reason: { code: "age" } });
});

test("desk 23, admission 11: undo restores state, place and turn, and reopens the replaced decision", async () => {
  const reference = await createEnrollment();
  await setState(reference, "waiting", year.piano);
  await setTurn(reference, 7);
  const waiting = { decidedState: "waiting", assignedSpecialityId: year.piano, turn: 7, gaveUpAt: null };
  const undo = () => undoDecision({ reference }, secretary, now);

  await accept(reference, { specialityId: year.violin });
  await decideAndNotify({ reference, to: "withdrawn", reason: "family" }, secretary, now);
  expect(await readStatus(reference)).toMatchObject({ decidedState: "withdrawn", turn: 7 });
  await undo();
  expect(await readStatus(reference)).toMatchObject({
    decidedState: "accepted",
    assignedSpecialityId: year.violin,
  });
  await undo();
  expect(await readStatus(reference)).toMatchObject({ ...waiting, state: "waiting" });
  await expect(undo()).rejects.toThrow("nothing_to_undo");
  expect(
    await prisma().decision.findMany({ where: { enrollment: { reference }, status: "untold" } }),
  ).toEqual([]);
});

test("desk 23: undoing a withdrawal does not take a place that is taken meanwhile", async () => {
  const [leaving, coming] = [await createEnrollment(), await createEnrollment()];
  await limit(year.violin, null);
  await setState(leaving, "accepted", year.violin);
  const acceptedCount = await prisma().enrollment.count({
    where: { assignedSpecialityId: year.violin, decidedState: "accepted" },
  });
  await limit(year.violin, acceptedCount);
  await decideAndNotify({ reference: leaving, to: "withdrawn", reason: "family" }, secretary, now);
  await accept(coming, { specialityId: year.violin });
  await expect(undoDecision({ reference: leaving }, secretary, now)).rejects.toThrow("no_place");
  await limit(year.violin, null);
});

test("desk 22, admission 11: ranks follow the round's turns, then the time of sending; a secretary accepts by rank", async () => {
  await limitSyllabus(9);
  const [first, second, third] = [
    await createEnrollment(),
    await createEnrollment(),
    await createEnrollment(),
  ];
  for (const [index, reference] of [first, second, third].entries()) {
    await decideAndNotify({ reference, to: "waiting", syllabusId: year.syllabus }, secretary, now);
    const sent = new Date(Date.UTC(2026, 4, 1 + index));
    await getPool().query("update enrollments set created_at = $2 where reference = $1", [reference, sent]);
  }
  const list = async () =>
    (await readWaitingLists(year.year))
      .filter(({ syllabusId }) => syllabusId === year.syllabus)
      .map(({ reference, rank }) => [rank, reference]);
  expect(await list()).toEqual([[1, first]]);

  await setTurn(third, 3);
  expect(await list()).toEqual([[1, third]]);
  const { id } = await readStatus(second);
  expect((await readRanks([id])).get(id)).toBe(3);

  const reason = { reason: "other", words: "Only one who can come on Mondays." };
  await expect(accept(second)).rejects.toThrow("not_the_turn");
  await expect(accept(second, reason)).rejects.toThrow("not_the_turn");
  await accept(third);
  await expect(accept(second, {}, head)).rejects.toThrow("not_the_turn");
  await accept(second, reason, head);
  expect(await list()).toEqual([[1, first]]);
  await limitSyllabus(null);
  await expect(
    decideAndNotify({ reference: await createEnrollment(), to: "waiting" }, secretary, now),
  ).rejects.toThrow("list_missing");
});

test("desk 22: waiting for part of a place comes before waiting later for the whole", async () => {
  const [ofSpeciality, ofSyllabus, ofBoth] = [
    await createEnrollment(),
    await createEnrollment(),
    await createEnrollment(),
  ];
  const [specialityId, syllabusId] = [year.violin, year.syllabus];
  const wait = async (reference: string, place: Partial<DecisionInput>, day: number) => {
    await decideAndNotify({ reference, to: "waiting", ...place }, secretary, now);
    const sent = new Date(Date.UTC(2026, 3, day)); // before all others of this school
    await getPool().query("update enrollments set created_at = $2 where reference = $1", [reference, sent]);
  };
  await limit(specialityId, 99);
  await limitSyllabus(99);
  await wait(ofBoth, { specialityId, syllabusId }, 15);
  for (const [reference, place] of [
    [ofSpeciality, { specialityId }],
    [ofSyllabus, { syllabusId }],
  ] as const) {
    await wait(reference, place, 1);
    await expect(accept(ofBoth)).rejects.toThrow("not_the_turn");
    await accept(reference);
  }
  await accept(ofBoth);
  await limit(specialityId, null);
  await limitSyllabus(null);
});

test("families 8: a withdrawn enrollment is restored unless the student has another one in the year", async () => {
  const reference = await createEnrollment();
  await setState(reference, "withdrawn");
  const { studentId, schoolYearId } = await readStatus(reference);
  const again = await enroll(
    [
      {
        kind: "returning",
        studentId: studentId,
        submitted: { reference, school_year_id: schoolYearId, terms_and_conditions: true },
      },
    ],
    { source: "form", locale: "es" },
  );
  const reopen = () => decideAndNotify({ reference, to: "pending" }, secretary, now);
  await expect(reopen()).rejects.toThrow("another_stands");
  await setState(again.reference, "withdrawn");
  await reopen();
});

test("families 8: an unannounced restoration counts as an enrollment; nobody enrolls beside it", async () => {
  const reference = await createEnrollment();
  await setState(reference, "withdrawn");
  await decideAndNotify({ reference, to: "pending" }, secretary, now);
  const { studentId, schoolYearId } = await readStatus(reference);
  const body = { reference, school_year_id: schoolYearId, terms_and_conditions: true };
  await expect(
    enroll([{ kind: "returning", studentId: studentId, submitted: body }], { source: "form", locale: "es" }),
  ).rejects.toMatchObject({ issues: [{ field: "school_year_id", code: "already_enrolled" }] });
});

test("desk 31: each decision has its entry, which the database refuses to change or delete", async () => {
  const reference = await createEnrollment();
  await accept(reference, { specialityId: year.piano });
  const entries = await prisma().auditEntry.findMany({
    where: { objectId: reference },
    include: { values: { orderBy: { name: "asc" } } },
  });
  expect(entries).toMatchObject([
    {
      actorKind: "staff",
      actorId: "c4b62f0c-6d6f-4ab9-9a54-1f7f8a5f9a11",
      action: "decided",
      values: [
        { name: "decided_state", old: "pending", new: "accepted" },
        { name: "speciality", old: null, new: String(year.piano) },
      ],
    },
  ]);
  for (const statement of [
    "update audit_entries set action = 'x'",
    "delete from audit_entries",
    "truncate audit_entries cascade",
    "update audit_values set new = 'x'",
  ]) {
    await expect(getPool().query(statement)).rejects.toThrow(/is a record/);
  }
});
