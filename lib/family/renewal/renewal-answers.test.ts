import { beforeEach, expect, test } from "vitest";
import { sendDueInvitations } from "@/lib/admission/worker";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { invalidate } from "@/lib/platform/cache";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { addMinutes } from "@/lib/platform/dates";
import { markGuardianConfirmed } from "@/test/support/data/families";
import { setState } from "@/test/support/domain/decisions";
import {
  firstYearStudent,
  getDayFromToday,
  grantedRenewal,
  type StudentData,
  seedRenewalSchool,
} from "@/test/support/domain/renewal";
import { formatRenewal, readRenewalRequest } from "./queries";
import { answerRenewal, findLinkReader, findStudentByBirthDate, readLinkRequests, setLeaving } from "./verbs";

// Admission 14: whoever has no password answers from the mail, by its link and the birth date of who is asked about.

const now = new Date();
const laia: StudentData = { name: "Laia", birthDate: "2021-05-05", course: "Música y movimiento, 4 años" };
const martí: StudentData = { name: "Martí", birthDate: "2017-02-03", course: "Iniciación, 7 años" };
const school = await seedRenewalSchool();
beforeEach(async () => {
  await getPool().query("delete from enrollments");
  await getPool().query("delete from mail_messages");
  await prisma().renewal.deleteMany();
});

/** Mails that were due a moment ago leave; returns what the links in a person's lead to. */
async function askedByMail(answerBy = getDayFromToday(20)) {
  const data = { schoolYearId: school.years.next, answerBy: new Date(answerBy), mailAt: now };
  await prisma().renewal.create({ data });
  await sendDueInvitations(addMinutes(now, 1));
}
async function linksOf(personId: string) {
  const where = { personId, kind: { in: ["renewal_asked" as const, "renewal_reminder" as const] } };
  const mails = await prisma().mailMessage.findMany({ where, select: { id: true } });
  const texts = await Promise.all(mails.map(async ({ id }) => (await prepareMessage(id, now))?.payload.text));
  return texts.map((text) => /\/en\/answer\/([\w-]+)/.exec(text ?? "")?.[1] ?? "");
}
const answer = (by: string, input: Partial<Parameters<typeof answerRenewal>[1]>, at = now) =>
  answerRenewal(
    by,
    {
      yearId: school.years.next,
      stays: [],
      leaving: [],
      changes: false,
      accepted: true,
      termsUrl: school.termsUrl,
      locale: "en",
      address: "192.0.2.1",
      ...input,
    },
    at,
  );
const signInLinks = () => prisma().mailMessage.count({ where: { kind: "sign_in_link" } });

test("admission 14: one mail per first guardian opens all students after a birth date; a second guardian gets none", async () => {
  const { guardian, second, references } = await school.aFamilyWith([firstYearStudent, laia, martí]);
  await setState(references[2] as string, "waiting");
  await markGuardianConfirmed(second);
  await askedByMail();
  const [token = "", ...more] = await linksOf(guardian);
  expect([more, await linksOf(second)]).toEqual([[], []]);
  expect(await findLinkReader(token, now)).toBe(guardian);
  expect(await findStudentByBirthDate(guardian, "1999-01-01", now)).toBe("wrong");
  const laias = await findStudentByBirthDate(guardian, laia.birthDate, now);
  const { renewal } = await readLinkRequests(guardian, now, "es");
  expect(renewal).toMatchObject({
    until: getDayFromToday(20),
    isOver: false,
    open: [
      { name: "Martí", previous: { state: "waiting" }, next: undefined },
      { name: "Nil", next: { names: "Iniciación, 7 años" } },
      { name: "Laia", next: { names: "Música y movimiento, 5 años" } },
    ],
    answered: [],
  });
  expect(laias).toMatchObject({ studentId: renewal?.open[2]?.id });
  expect(await readRenewalRequest(second, now, "es")).toBeUndefined();
});

test("admission 14: one submission renews, ends and changes students; assigns places without notification, only with the terms shown", async () => {
  const { guardian, references } = await school.aFamilyWith([martí, firstYearStudent, laia]);
  await askedByMail();
  const { open = [] } = (await readRenewalRequest(guardian, now, "es")) ?? {};
  const [, nil] = open as [(typeof open)[0], (typeof open)[0]];
  const all = { stays: [formatRenewal(nil)], leaving: [references[2] as string], changes: true };
  await expect(answer(guardian, { ...all, accepted: false })).rejects.toMatchObject({
    issues: [{ field: "terms", code: "required" }],
  });
  await expect(answer(guardian, { ...all, termsUrl: "https://example.org/old" })).rejects.toMatchObject({
    issues: [{ code: "terms_changed" }],
  });
  expect([await school.readStatuses(guardian), await signInLinks()]).toEqual([[], 0]);

  await answer(guardian, all);
  expect(await school.readStatuses(guardian)).toEqual([grantedRenewal]);
  const after = await readRenewalRequest(guardian, now, "es");
  expect(after?.open.map(({ name }) => name)).toEqual(["Martí"]); // who changes is asked until the form is sent
  expect(after?.answered.map(({ name, isLeaving }) => [name, isLeaving])).toEqual([
    ["Nil", false],
    ["Laia", true],
  ]);
  expect(await signInLinks()).toBe(1);

  await setLeaving(guardian, references[2] as string, false, now);
  expect((await readRenewalRequest(guardian, now, "es"))?.open.map(({ name }) => name)).toEqual([
    "Martí",
    "Laia",
  ]);
});

test("admission 14: the link leaves out students without a birth date or with a guardian who is kept apart", async () => {
  const { guardian, second } = await school.aFamilyWith([firstYearStudent]);
  const { guardian: other } = await school.aFamilyWith([laia]);
  await askedByMail();
  const links = [...(await linksOf(guardian)), ...(await linksOf(other))];
  expect(links).toHaveLength(2);
  await prisma().guardianship.updateMany({ where: { guardianId: second }, data: { keptApart: true } });
  await getPool().query(
    "update people set birth_date = null where id in (select student_id from guardianships where guardian_id = $1)",
    [other],
  );
  for (const reader of [guardian, other]) {
    expect((await readLinkRequests(reader, now, "es")).about).toEqual([]);
    expect(await findStudentByBirthDate(reader, firstYearStudent.birthDate, now)).toBe("wrong");
  }
});

test("admission 14: after the deadline the link shows no form, and a late submission changes nothing", async () => {
  const { guardian } = await school.aFamilyWith([firstYearStudent]);
  await askedByMail(getDayFromToday(0));
  const { open = [] } = (await readRenewalRequest(guardian, now, "es")) ?? {};
  const tomorrow = new Date(now.getTime() + 24 * 3600 * 1000);
  expect(await readLinkRequests(guardian, tomorrow, "es")).toMatchObject({
    renewal: { isOver: true },
    about: [],
  });
  await expect(answer(guardian, { stays: open.map(formatRenewal) }, tomorrow)).rejects.toMatchObject({
    issues: [{ code: "renewal_over" }],
  });
  expect(await school.readStatuses(guardian)).toEqual([]);
});

test("admission 14: between deadline and public enrollment the link says when enrollment opens", async () => {
  const { guardian } = await school.aFamilyWith([firstYearStudent]);
  await askedByMail(getDayFromToday(0));
  const opens = getDayFromToday(30);
  const setWindow = (id: number, from: string, to: string) =>
    getPool().query("update school_years set start_enrollment = $2, end_enrollment = $3 where id = $1", [
      id,
      from,
      to,
    ]);
  const { rows } = await getPool().query("select id, start_enrollment, end_enrollment from school_years");
  await setWindow(school.years.next, opens, getDayFromToday(60));
  const tomorrow = new Date(now.getTime() + 24 * 3600 * 1000);
  for (const last of [getDayFromToday(-1), getDayFromToday(9)]) {
    await setWindow(school.years.current, getDayFromToday(-200), last);
    invalidate("catalogue");
    expect(await readLinkRequests(guardian, tomorrow, "es")).toMatchObject({
      renewal: { isOver: true, opens },
      about: [],
    });
  }
  for (const { id, start_enrollment, end_enrollment } of rows)
    await setWindow(id, start_enrollment, end_enrollment);
  invalidate("catalogue");
});
