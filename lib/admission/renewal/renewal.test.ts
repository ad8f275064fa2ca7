import { beforeEach, describe, expect, test } from "vitest";
import { readBoard } from "@/lib/admission/board/queries";
import { enterDrawNumber, freezeRound } from "@/lib/admission/draw/verbs";
import { openRound, planRound } from "@/lib/admission/plan/verbs";
import { findRound, type Round } from "@/lib/admission/round";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { undoDecision } from "@/lib/decisions/writes";
import { selectEnrollments } from "@/lib/desk/bulk/verbs";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { getTerms } from "@/lib/enrollment/terms";
import { type FamilyStudent, readFamilyOverview } from "@/lib/family/renewal/queries";
import { setLeaving } from "@/lib/family/renewal/verbs";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { aMinor, anEmail } from "@/test/support/data/factories";
import { countLockWaiters, runOutsideTransaction } from "@/test/support/database/locks";
import { createEnrollment, createStaffActor } from "@/test/support/domain/decisions";
import {
  firstYearStudent,
  getDayFromToday,
  grantedRenewal,
  pendingRenewal,
  type StudentData,
  seedRenewalSchool,
} from "@/test/support/domain/renewal";
import { aMember } from "@/test/support/domain/staff";
import { listRenewalCandidates } from "./queries";
import { assignRenewalPlaces, openRenewal } from "./verbs";

// Admission 14: the answers of families, and their effects.

const now = new Date();
const school = await seedRenewalSchool();
beforeEach(async () => {
  await getPool().query("delete from enrollments");
  await prisma().renewal.deleteMany();
});

const renewalInput = { renewal: true };
const laia: StudentData = { name: "Laia", birthDate: "2021-05-05", course: "Música y movimiento, 4 años" };

/** A family whose page shows the renewal. */
async function createRenewingFamily(children: StudentData[] = [firstYearStudent], changes = {}) {
  const family = await school.aFamilyWith(children, changes);
  return { ...family, students: await school.listRenewalCandidates(family.guardian) };
}

describe("admission 14: a student who stays", () => {
  test("gets a free place at once, unannounced; of two families for the last place one gets it", async () => {
    await school.openUntil(getDayFromToday(2));
    await school.limitNextCourse(1);
    const [first, other] = [await createRenewingFamily(), await createRenewingFamily()];
    await Promise.all(
      [first, other, first].map(({ guardian, students }) =>
        school.submitRenewal(guardian, students, renewalInput),
      ),
    );
    const all = [await school.readStatuses(first.guardian), await school.readStatuses(other.guardian)];
    expect(all).toHaveLength(2);
    expect(all.flat().sort()).toEqual([grantedRenewal, pendingRenewal].sort());
    const overview = await readFamilyOverview(first.guardian, now, "es");
    expect(overview.renewal).toBe(getDayFromToday(2));
    // The family is not notified before the list.
    expect(overview.students[0]?.requested?.state).toBe("pending");
  });

  test("is served in the order of the page, which is that of the waiting list", async () => {
    await school.openUntil(getDayFromToday(2));
    await school.limitNextCourse(3);
    const birthDates = ["2018-05-09", "2018-04-01", "2018-03-20", "2018-02-11", "2018-01-30", "2017-12-24"];
    const { guardian, students } = await createRenewingFamily(
      birthDates.map((birthDate) => ({ ...firstYearStudent, birthDate })),
    );
    await school.submitRenewal(guardian, students, renewalInput);
    const inLine = await prisma().enrollment.findMany({
      where: { schoolYearId: school.years.next, studentId: { in: students.map(({ id }) => id) } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: { studentId: true, decidedState: true },
    });
    expect(inLine.map(({ studentId, decidedState }) => [studentId, decidedState])).toEqual(
      students.map(({ id }, at) => [id, at < 3 ? "accepted" : "pending"]),
    );
  });

  test("waits for a concurrent family that takes the same places in another order", async () => {
    await school.limitNextCourse(1);
    const schoolYearId = school.years.next;
    const other = await school.syllabus(schoolYearId, "Música y movimiento, 5 años");
    await prisma().place.create({ data: { schoolYearId, syllabusId: other, places: 1 } });
    const families = [
      await createRenewingFamily([firstYearStudent, laia]),
      await createRenewingFamily([firstYearStudent, laia]),
    ] as const;
    for (const { guardian, students } of families) await school.submitRenewal(guardian, students);
    const [[nil, younger], otherFamily] = families.map(({ students }) => students.map(({ id }) => id)) as [
      [string, string],
      string[],
    ];
    const assign = (tx: Parameters<typeof assignRenewalPlaces>[0], students: string[], personId: string) =>
      assignRenewalPlaces(tx, schoolYearId, students, personId, now);
    let second: Promise<void> | undefined;
    await prisma().$transaction(async (tx) => {
      await assign(tx, [nil], families[0].guardian);
      second = runOutsideTransaction(() =>
        prisma().$transaction((tx) => assign(tx, otherFamily.toReversed(), families[1].guardian)),
      );
      await expect.poll(countLockWaiters).toBe(1);
      await assign(tx, [younger], families[0].guardian);
    });
    await second;
    expect([
      await school.readStatuses(families[0].guardian),
      await school.readStatuses(families[1].guardian),
    ]).toEqual([
      [grantedRenewal, grantedRenewal],
      [pendingRenewal, pendingRenewal],
    ]);
    await prisma().place.deleteMany({ where: { schoolYearId, syllabusId: other } });
  });

  test("is left to the desk if a guardian is kept apart, whatever is free", async () => {
    await school.openUntil(getDayFromToday(2));
    await school.limitNextCourse(9);
    const changes = { second_guardian_email: anEmail("david") };
    const { guardian, second, students } = await createRenewingFamily([firstYearStudent], changes);
    await prisma().guardianship.updateMany({ where: { guardianId: second }, data: { keptApart: true } });
    await school.submitRenewal(guardian, students, renewalInput);
    expect(await school.readStatuses(guardian)).toEqual([pendingRenewal]);
  });

  test("is refused in the second in which the renewal ends; an answer just before counts once", async () => {
    await school.openUntil(getDayFromToday());
    await school.limitNextCourse(9);
    const [late, early] = [await createRenewingFamily(), await createRenewingFamily()];
    await school.submitRenewal(early.guardian, early.students, renewalInput);
    await school.openUntil(getDayFromToday(-1));
    await expect(school.submitRenewal(late.guardian, late.students, renewalInput)).rejects.toMatchObject({
      issues: [{ code: "renewal_over" }],
    });
    expect(await school.readStatuses(late.guardian)).toEqual([]);
    expect(await prisma().goingOn.count({ where: { studentId: late.students[0]?.id } })).toBe(0);
    await school.submitRenewal(early.guardian, early.students, renewalInput);
    expect(await school.readStatuses(early.guardian)).toEqual([grantedRenewal]);
    await school.submitRenewal(late.guardian, late.students);
    expect(await school.readStatuses(late.guardian)).toEqual([pendingRenewal]);
  });

  test("has the place or is refused when the head ends the renewal at the same moment", async () => {
    await school.limitNextCourse(9);
    for (let time = 0; time < 4; time++) {
      await school.openUntil(getDayFromToday());
      const { guardian, students } = await createRenewingFamily();
      const [answer] = await Promise.allSettled([
        school.submitRenewal(guardian, students, renewalInput),
        school.openUntil(getDayFromToday(-1)),
      ]);
      expect(await school.readStatuses(guardian)).toEqual(
        answer.status === "fulfilled" ? [grantedRenewal] : [],
      );
      if (answer.status === "rejected")
        expect(answer.reason).toMatchObject({ issues: [{ code: "renewal_over" }] });
    }
  });
});

test("admission 14: the desk opens the renewal on a day of the year's forms and lists who stays, changes, leaves, needs the desk or is silent", async () => {
  await school.limitNextCourse(1);
  const children = [
    firstYearStudent,
    { ...firstYearStudent, name: "Martí" },
    laia,
    { ...laia, name: "Pol" },
    { ...laia, name: "Rut" },
    { ...laia, name: "Teo" },
  ];
  const { guardian, references, students } = await createRenewingFamily(children);
  const open = (answerBy: string) =>
    openRenewal(
      { year: school.years.next, answerBy, confirmation: { count: 6, typed: "" } },
      { kind: "command" },
      now,
    );
  for (const day of [getDayFromToday(-3), "2199-01-01", "soon"])
    await expect(open(day)).rejects.toMatchObject({ issues: [{ field: "answerBy", code: "invalid" }] });
  expect(await prisma().renewal.count()).toBe(0);
  await open(getDayFromToday(3));
  await prisma().renewal.updateMany({ data: { askedAt: now } });
  const named = (name: string) => students.find((student) => student.name === name) as FamilyStudent;
  await school.submitRenewal(guardian, [named("Nil"), named("Martí")], renewalInput); // one place for both
  const submitted = { school_year_id: school.years.next, terms_and_conditions: true };
  const origin = { source: "form", locale: "en", terms: await getTerms("en") } as const;
  await enroll([{ kind: "returning", studentId: named("Laia").id, submitted, actorId: guardian }], origin);
  await setLeaving(guardian, references[3] as string, true, now); // Pol
  const rut = { id: named("Rut").id };
  await prisma().person.update({ where: rut, data: { birthDate: null }, select: { id: true } });
  const answers = (await listRenewalCandidates(school.years.next)).map(({ student, answer }) => [
    student.split(" ")[0],
    answer,
  ]);
  expect(Object.fromEntries(answers)).toEqual({
    Nil: "given",
    Martí: "pending",
    Laia: "change",
    Pol: "leave",
    Rut: "desk",
    Teo: "silent",
  });
  const entry = await prisma().auditEntry.findFirst({ where: { action: "renewal_opened" } });
  expect(entry).toMatchObject({ objectKind: "school_year", objectId: String(school.years.next) });
});

test("admission 10, 14: changes within the renewal come before newcomers, whenever sent; afterwards they are equal", async () => {
  await school.limitNextCourse(1);
  const { guardian, students } = await createRenewingFamily([laia]);
  const shown = { count: 1, typed: "" };
  await openRenewal(
    { year: school.years.next, answerBy: getDayFromToday(1), confirmation: shown },
    createStaffActor("head"),
  );
  await prisma().renewal.updateMany({ data: { askedAt: now } });
  const { endsAt } = await prisma().renewal.findFirstOrThrow();
  const year = school.years.next;
  const syllabusId = await school.syllabus(year, "Iniciación, 7 años");
  const wish = {
    school_year_id: year,
    student_speciality_option1: undefined,
    student_syllabi_option1: syllabusId,
  };
  const newcomer = await createEnrollment(aMinor(wish));
  const submitted = { ...wish, terms_and_conditions: true };
  const origin = { source: "form", locale: "en", terms: await getTerms("en") } as const;
  const { reference } = await enroll(
    [{ kind: "returning", studentId: students[0]?.id as string, submitted, actorId: guardian }],
    origin,
  );
  const { actor: secretary } = await aMember("secretary");
  const accept = (reference: string) =>
    decideAndNotify({ reference, to: "accepted", syllabusId }, secretary, new Date());
  await expect(accept(newcomer)).rejects.toMatchObject({ code: "not_the_turn" });
  const bulkId = await selectEnrollments({ references: [newcomer, reference] }, secretary);
  const bulkRows = await prisma().bulkRow.findMany({
    where: { bulkId: bulkId as string },
    orderBy: { position: "asc" },
    select: { enrollment: { select: { reference: true } } },
  });
  expect(bulkRows.map(({ enrollment }) => enrollment.reference)).toEqual([reference, newcomer]);

  await prisma().renewal.updateMany({ data: { endsAt: new Date(0) } }); // the renewal ended before both were sent
  await accept(newcomer);
  await undoDecision({ reference: newcomer }, secretary, new Date());
  await prisma().renewal.updateMany({ data: { endsAt } });
  await accept(reference);
  await expect(accept(newcomer)).rejects.toMatchObject({ code: "no_place" });
});

test("admission 14: renewed places prevent the freeze of a round until announced, and count before newcomers", async () => {
  await school.limitNextCourse(2);
  await school.openUntil(getDayFromToday(2));
  const { guardian, students } = await createRenewingFamily();
  await school.submitRenewal(guardian, students, renewalInput);
  const year = school.years.next;
  const wish = { student_syllabi_option1: await school.syllabus(year, "Iniciación, 7 años") };
  const newcomer = () =>
    createEnrollment(aMinor({ school_year_id: year, student_speciality_option1: undefined, ...wish }));
  const newcomers = [await newcomer(), await newcomer()];
  const code = "2027-mayo";
  const command = { kind: "command" } as const;
  const shown = async () => ({ code, version: (await findRound(code))?.version ?? 0 });
  await planRound({ round: code, year, name: "Convocatoria", criteria: [] }, command);
  await openRound(await shown(), command);
  await expect(freezeRound(await shown(), command)).rejects.toThrow("untold_first");
  await prisma().decision.updateMany({ data: { tellAt: now } });
  await notifyDue(new Date());
  await freezeRound(await shown(), command);
  await enterDrawNumber({ ...(await shown()), number: "7" }, command);
  const { rows } = await readBoard(command, (await findRound(code)) as Round);
  expect(rows.map(({ reference }) => reference).toSorted()).toEqual(newcomers.toSorted());
  expect(rows.map(({ place }) => place?.syllabusId)).toEqual([wish.student_syllabi_option1, undefined]);
});
