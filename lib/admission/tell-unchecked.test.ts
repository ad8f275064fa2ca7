import { expect, test } from "vitest";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { addDays, toInstant } from "@/lib/platform/dates";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { createSiblings } from "@/test/support/data/families";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readStatus,
} from "@/test/support/domain/decisions";
import { checkClaim, saveClaims } from "./claims/verbs";
import { openRound, planRound } from "./plan/verbs";
import { notifyPendingClaims } from "./worker";

const CODE = "2099-mayo";
const LAST = "2099-06-04";
const head = createStaffActor("head");

/** Runs the hourly job some days before the last day, at an hour in the school's time zone. */
const notify = (daysBefore: number, hour = "09:17") =>
  notifyPendingClaims(toInstant(addDays(LAST, -daysBefore), hour, "Europe/Madrid"));
const claim = async (reference: string, ...codes: string[]) =>
  prisma().$transaction(async (tx) => saveClaims(tx, await readStatus(reference), codes));
const mails = () =>
  prisma().mailMessage.findMany({
    where: { kind: "merits_unchecked" },
    select: { id: true, tells: true, person: { select: { email: true } } },
    orderBy: { createdAt: "asc" },
  });

const { year } = await getCurrentYear();
const criterion = (code: string, source: "claimed" | "shares") => ({
  ...{ code, es: code, ca: code, en: code, points: 3, source },
});
const criteria = [
  criterion("resident", "claimed"),
  criterion("low_income", "claimed"),
  criterion("share", "shares"),
];
await planRound({ round: CODE, year, name: "Mayo", meritsBy: LAST, criteria }, head);
await openRound({ code: CODE, version: 0 }, head);

test("admission 2: a week before the last day each family gets one mail about the unchecked claims of all children", async () => {
  const { references, first } = await createSiblings();
  const adult = anAdult();
  const own = await createEnrollment(adult);
  const checked = await createEnrollment(anAdult());
  const sharing = await createEnrollment(aMinor());
  const withdrawn = await createEnrollment(anAdult());
  for (const reference of [...references, own, checked, withdrawn])
    await claim(reference, "resident", "low_income");
  await claim(sharing, "share"); // this claim needs no check
  for (const criterion of ["resident", "low_income"])
    await checkClaim({ reference: checked, criterion, state: "checked" }, head);
  await getPool().query(
    "update enrollments set state = 'withdrawn', decided_state = 'withdrawn', version = 1 where reference = $1",
    [withdrawn],
  );

  expect([await notify(8), await notify(7, "08:17")]).toEqual([0, 0]);
  expect(await Promise.all([notify(7), notify(7)]).then(([a, b]) => a + b)).toBe(2);
  expect([await notify(7, "10:17"), await notify(6), await notify(0)]).toEqual([0, 0, 0]);
  const sent = await mails();
  const notifiedByEmail = Object.fromEntries(sent.map(({ person, tells }) => [person.email, tells]));
  expect(notifiedByEmail).toEqual({
    [first]: { reader: "guardian", keepBy: LAST, references: references.toSorted() },
    [adult.student_email]: { reader: "student", keepBy: LAST, references: [own] },
  });

  const { id = "" } = sent.find(({ person }) => person.email === first) ?? {};
  const text = (await prepareMessage(id, new Date()))?.payload.text ?? "";
  for (const words of [...references, "Carla", "4 de junio de 2099", "/account"])
    expect(text).toContain(words);
  expect(text).not.toMatch(/resident|income|renta/i); // without the criteria: others may read the mail
});

test("admission 2: a claim in the last week is announced by the next run, and none after the last day", async () => {
  const late = await createEnrollment(anAdult());
  await claim(late, "resident");
  expect([await notify(-1), await notify(0), await notify(0)]).toEqual([0, 1, 0]);
  await claim(late, "resident", "low_income");
  expect(await notify(0)).toBe(0);
});
