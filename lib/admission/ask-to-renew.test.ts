import { beforeEach, expect, test } from "vitest";
import { readFamilyOverview } from "@/lib/family/renewal/queries";
import { changeOwnChoices } from "@/lib/family/verbs";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { toRecordedActor } from "@/lib/people/audit-log";
import { invalidate } from "@/lib/platform/cache";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { addMinutes } from "@/lib/platform/dates";
import { erasePerson } from "@/lib/privacy/verbs";
import { NEW_CHILD, startFromAccount } from "@/lib/wizard/account/verbs";
import { createFormFlow } from "@/lib/wizard/drafts/form-flow";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { anEmail } from "@/test/support/data/factories";
import { markGuardianConfirmed } from "@/test/support/data/families";
import { createStaffActor, readStatus, setState } from "@/test/support/domain/decisions";
import {
  firstYearStudent,
  getDayFromToday,
  type StudentData,
  seedRenewalSchool,
} from "@/test/support/domain/renewal";
import { listRenewalCandidates, previewRenewal } from "./renewal/queries";
import { openRenewal, stopRenewal } from "./renewal/verbs";
import { sendDueInvitations } from "./worker";

// Admission 14: families of students with a place are invited by mail, and reminded once.

const head = createStaffActor("head");
const now = new Date();
const later = addMinutes(now, 16);
const school = await seedRenewalSchool();
beforeEach(async () => {
  await getPool().query("delete from enrollments");
  await getPool().query("delete from mail_messages");
  await prisma().renewal.deleteMany();
});

const laia: StudentData = { name: "Laia", birthDate: "2021-05-05", course: "Música y movimiento, 4 años" };
const deadline = getDayFromToday(20);
/** Noon, some days before the last day. */
const before = (days: number) => new Date(`${getDayFromToday(20 - days)}T11:00:00Z`);
const year = () => school.years.next;
const open = (count?: number, answerBy = deadline, at = now) =>
  openRenewal(
    { year: year(), answerBy, ...(count !== undefined && { confirmation: { count, typed: String(count) } }) },
    head,
    at,
  );
const mails = () =>
  prisma().mailMessage.findMany({
    where: { kind: { in: ["renewal_asked", "renewal_reminder"] } },
    select: { id: true, kind: true, personId: true, tells: true },
    orderBy: [{ createdAt: "asc" }, { kind: "asc" }],
  });
const textOf = async (personId: string) => {
  const { id = "" } = (await mails()).findLast((mail) => mail.personId === personId) ?? {};
  return (await prepareMessage(id, now))?.payload.text.replace(/\s+/g, " ") ?? "";
};

test("after fifteen minutes each person who answers gets one mail for all students; read-only, kept-apart and answered ones get none", async () => {
  const one = await school.aFamilyWith([firstYearStudent, { ...laia, name: "Pol" }]);
  await markGuardianConfirmed(one.second);
  const apart = await school.aFamilyWith([firstYearStudent]);
  await prisma().guardianship.updateMany({ where: { guardianId: apart.second }, data: { keptApart: true } });
  const waiting = await school.aFamilyWith([{ ...firstYearStudent, name: "Teo" }]);
  const both = await school.aFamilyWith([{ ...firstYearStudent, name: "Rut" }, laia]);
  for (const reference of [waiting.references[0], both.references[1]])
    await setState(reference as string, "waiting");
  const bounces = await school.aFamilyWith([{ ...firstYearStudent, name: "Roc" }], {
    guardian_email: anEmail("roc"),
  });
  const { emailKey } = await prisma().person.findUniqueOrThrow({ where: { id: bounces.guardian } });
  await prisma().mailSuppression.create({ data: { emailKey, reason: "bounced" } });

  const checked = await previewRenewal(head, { id: year(), year: school.years.nextName }, deadline);
  expect(checked).toMatchObject({
    silent: 4,
    waits: 2,
    desk: 1,
    mails: 3,
    table: {
      undeliverable: 1,
      rows: [{ reference: bounces.references[0], problem: "bounces" }, ...Array(5).fill({})],
    },
  });
  expect(checked.samples.map(({ subject }) => subject.includes("again"))).toEqual([false, true]);
  for (const count of [undefined, 7]) {
    const others = { issues: [{ code: "renewal_changed", values: { found: 6 } }] };
    await expect(open(count)).rejects.toMatchObject(others);
  }
  await expect(
    openRenewal({ year: year(), answerBy: deadline, confirmation: { count: 51, typed: "5" } }, head, now),
  ).rejects.toMatchObject({ issues: [{ code: "count_wrong" }] });
  const heads = await Promise.allSettled([open(6), open(6)]);
  expect(heads.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect([
    await sendDueInvitations(now),
    (await readFamilyOverview(one.guardian, now, "es")).renewal,
  ]).toEqual([0, undefined]);
  const results = await Promise.all([sendDueInvitations(later), sendDueInvitations(later)]);
  expect(results.toSorted()).toEqual([0, 4]);
  expect(new Set((await mails()).map(({ personId }) => personId))).toEqual(
    new Set([one.guardian, waiting.guardian, both.guardian, bounces.guardian]),
  );
  expect((await readFamilyOverview(one.guardian, now, "es")).renewal).toBe(deadline);

  const text = await textOf(one.guardian);
  expect(text).toMatch(/place at the school for (Nil and Pol|Pol and Nil)/);
  expect(text).toMatch(/\/en\/answer\/[\w-]{43} /);
  expect(text).not.toContain("Anyone waiting");
  expect(await textOf(both.guardian)).toMatch(/for Rut this year[\s\S]*Anyone waiting for a place this year/);
  expect(await textOf(both.guardian)).not.toContain("Laia");
  expect(await textOf(waiting.guardian)).toMatch(/no place at the school for Teo[\s\S]*ask again/);
});

test("a family without an answer gets one reminder, three days before the last day", async () => {
  const families = [
    await school.aFamilyWith([firstYearStudent]),
    await school.aFamilyWith([firstYearStudent]),
  ] as const;
  const waiting = await school.aFamilyWith([laia]);
  await setState(waiting.references[0] as string, "waiting");
  await open(3, getDayFromToday(5));
  await sendDueInvitations(later);
  await open(undefined, deadline); // after the mails are sent nothing is shown, and no mail is sent again
  await school.submitRenewal(families[1].guardian, await school.listRenewalCandidates(families[1].guardian), {
    renewal: true,
  });
  const morning = new Date(`${getDayFromToday(17)}T06:30:00Z`);
  const reminded = [];
  for (const at of [later, before(4), morning, before(3), before(3), before(2), before(0), before(-1)])
    reminded.push(await sendDueInvitations(at));
  expect(reminded).toEqual([0, 0, 0, 1, 0, 0, 0, 0]);
  expect((await mails()).at(-1)).toMatchObject({
    kind: "renewal_reminder",
    personId: families[0].guardian,
    tells: { keepBy: deadline },
  });
});

test("a renewal can be stopped once, until its mails are sent; a concurrent send or stop wins alone", async () => {
  const stop = () => stopRenewal({ year: year() }, head, now);
  const refused = { issues: [{ code: "renewal_asked" }] };
  await school.aFamilyWith([firstYearStudent]);
  await open(1);
  const stopped = await Promise.allSettled([stop(), stop()]);
  expect(stopped.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(stopped).toContainEqual(expect.objectContaining({ reason: expect.objectContaining(refused) }));
  expect(await sendDueInvitations(later)).toBe(0);
  for (let time = 0; time < 5; time++) {
    await prisma().renewal.deleteMany();
    await open(1);
    const [stopping, invited] = await Promise.allSettled([stop(), sendDueInvitations(later)]);
    expect(invited).toEqual({ status: "fulfilled", value: stopping.status === "fulfilled" ? 0 : 1 });
  }
  await prisma().renewal.deleteMany();
  await open(1);
  await sendDueInvitations(later);
  await expect(stop()).rejects.toMatchObject(refused);
});

test("desk 32: a stored mail about a sibling does not name an erased student", async () => {
  const { references } = await school.aFamilyWith([firstYearStudent, laia]);
  await open(2);
  await sendDueInvitations(later);
  const { studentId } = await readStatus(references[1] as string);
  expect(JSON.stringify(await mails())).toContain(references[1]);
  await erasePerson(studentId, { actor: toRecordedActor(head), now });
  expect(JSON.stringify(await mails())).not.toContain(references[1]);
  expect((await listRenewalCandidates(year())).map(({ answer }) => answer).toSorted()).toEqual([
    "desk",
    "silent",
  ]);
});

test("before the public form opens, only the renewal takes requests for the year, from students who stay, change or leave", async () => {
  const opens = async (day: string) => {
    await prisma().schoolYear.update({
      where: { id: year() },
      data: { startEnrollment: new Date(day) },
      select: { id: true },
    });
    invalidate("catalogue");
  };
  await opens(getDayFromToday(30));
  try {
    const { guardian, references } = await school.aFamilyWith([firstYearStudent, { ...laia, name: "Pol" }]);
    const overview = () => readFamilyOverview(guardian, later, "es");
    expect((await overview()).requestedYear?.id).not.toBe(year());
    await open(2);
    await sendDueInvitations(later);
    const family = await overview();
    expect(family).toMatchObject({
      requestedYear: { id: year() },
      isOpen: false,
      renewal: deadline,
      upcomingYear: undefined,
    });

    // A student who changes course uses the form, which is closed to all others.
    const [first, second] = await school.listRenewalCandidates(guardian);
    if (!first || !second) throw new Error("nobody goes on");
    const isTaking = async (student?: string) =>
      (await getFormSchool(student === undefined ? undefined : { student })).openYears.some(
        ({ id }) => id === year(),
      );
    expect([await isTaking(), await isTaking(first.id)]).toEqual([false, true]);
    const withNewChild = await getFormSchool({ student: first.id, children: [{}] });
    expect(withNewChild.openYears.map(({ id }) => id)).not.toContain(year());
    const formSchool = await getFormSchool({ student: first.id });
    const draft = await startFromAccount(guardian, first.id, formSchool, undefined, { year: year() });
    expect(draft && createFormFlow(draft, formSchool).answers.school_year_id).toBe(year());
    const newcomer = await startFromAccount(guardian, NEW_CHILD, await getFormSchool());
    expect(newcomer && createFormFlow(newcomer, await getFormSchool()).answers.school_year_id).not.toBe(
      year(),
    );

    await school.submitRenewal(guardian, [first, second], { renewal: true });
    const answers = (await listRenewalCandidates(year())).filter(({ studentId }) =>
      [first.id, second.id].includes(studentId),
    );
    expect(answers.map(({ answer }) => answer)).toEqual(["given", "given"]);
    expect(answers.every(({ reference }) => !references.includes(reference))).toBe(true);
    const choices = { specialities: [], syllabi: [{ option: 1, id: first.next?.syllabus?.id as number }] };
    const { reference } = answers[0] as { reference: string };
    await changeOwnChoices(guardian, reference, choices, later);
    const afterDeadline = new Date(`${getDayFromToday(21)}T11:00:00Z`);
    await expect(changeOwnChoices(guardian, reference, choices, afterDeadline)).rejects.toThrow(
      "day_is_over",
    );
  } finally {
    await opens("2020-01-01");
  }
});
