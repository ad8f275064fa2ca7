import { beforeEach, expect, test } from "vitest";
import type { DecisionErrorCode } from "@/lib/decisions/decision-error";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { confirmOwnPlace } from "@/lib/family/confirmations/verbs";
import { readConsentReceipt, readSentAnswers } from "@/lib/family/queries";
import { disagree } from "@/lib/family/verbs";
import { saveMailLink } from "@/lib/mail/mail-link";
import { readAccount } from "@/lib/people/accounts/queries";
import { setPassword } from "@/lib/people/accounts/verbs";
import { createToken, hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { toLocalDay } from "@/lib/platform/dates";
import { writeSetting } from "@/lib/school/settings";
import { yearsAgo } from "@/test/support/data/factories";
import { aFamily } from "@/test/support/data/families";
import { createStaffActor, getCurrentYear } from "@/test/support/domain/decisions";
import {
  confirmGuardian,
  confirmGuardianSignedIn,
  createGuardianToken,
  denyGuardian,
  disagreeAsGuardian,
  findChildByBirthDate,
  isUnconfirmedGuardian,
  listUnansweredChildren,
  readGuardianRequest,
  readGuardianToken,
} from "./verbs";

const year = await getCurrentYear();
beforeEach(() => prisma().accountLimit.deleteMany());

const now = new Date();
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const refused = (code: DecisionErrorCode) => expect.objectContaining({ code });
const roleOf = async (personId: string) => (await readAccount(personId)).enrollments[0]?.role;

/** A set-up link of a person. */
async function aLink(personId: string): Promise<string> {
  const token = createToken();
  const link = { url: "", hash: hashToken(token), expiresAt: later(24), use: "setup" as const };
  await prisma().$transaction((tx) => saveMailLink(tx, { id: personId, to: "" }, link, now));
  return token;
}

const input = { password: "tren limón martes botella", name: "David", surname: "Soler" };

test("families 16: the birth date opens only that child; five attempts a day", async () => {
  const { second, child, body } = await aFamily();
  const birth = body.student_birth_date;
  expect(await findChildByBirthDate(second, birth, now)).toEqual({ studentId: child });
  for (const _ of [1, 2, 3, 4, 5])
    expect(await findChildByBirthDate(second, "2015-01-02", now)).toBe("wrong");
  expect(await findChildByBirthDate(second, birth, now)).toBe("limited");
  const other = await aFamily();
  expect(await findChildByBirthDate(other.second, other.body.student_birth_date, now)).toEqual({
    studentId: other.child,
  });

  const pass = createGuardianToken(second, child, now);
  expect(readGuardianToken(pass, second, later(0.9))).toBe(child);
  expect(readGuardianToken(pass, second, later(1))).toBeUndefined();
  expect(readGuardianToken(pass, other.second, now)).toBeUndefined();
  const forged = `${pass.slice(0, -2)}${pass.at(-2) === "A" ? "B" : "A"}${pass.at(-1)}`;
  expect(readGuardianToken(forged, second, now)).toBeUndefined();
});

test("families 16: before an answer shows only the child, the choices and the first guardian's name", async () => {
  const { reference, second, child, body } = await aFamily({
    student_speciality_option1: year.piano,
    student_document_type: "dni",
    student_document: "11223344B",
    enrollment_observations: "Canta en un coro.",
  });
  const named = await readGuardianRequest({ personId: second, studentId: child, locale: "ca" }, now);
  const { name } = await prisma().speciality.findUniqueOrThrow({ where: { id: year.piano } });
  expect(named).toEqual({
    reference,
    student: "Carla Soler Roca",
    guardian: "Berta Roca Vidal",
    year: expect.any(String),
    choices: [name],
    termsUrl: expect.stringMatching(/^http/),
  });
  const whole = JSON.stringify(named);
  for (const value of [body.guardian_email, body.guardian_address, body.student_document, "coro"])
    expect(whole).not.toContain(value);
});

test("families 17: a guardian confirms once by the set-up link, accepting the enrollment's terms", async () => {
  const { reference, second, child } = await aFamily();
  const enrollment = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
  expect(await isUnconfirmedGuardian(second, now)).toBe(true);
  const who = { personId: second, studentId: child, locale: "ca" as const };
  const shown = await readGuardianRequest(who, now);
  expect(new URL(String(shown?.termsUrl)).pathname).toBe("/ca/terms/1");
  const result = await setPassword(await aLink(second), input, now, {
    writeAlso: (tx) => confirmGuardian(tx, who, now),
  });
  expect(result).toHaveProperty("token");
  expect(await roleOf(second)).toBe("guardian");
  expect(await prisma().consent.findMany({ where: { personId: second } })).toEqual([
    {
      enrollmentId: enrollment.id,
      personId: second,
      termsTextId: expect.any(Number),
      termsUrl: shown?.termsUrl,
      acceptedAt: now,
      locale: "ca",
    },
  ]);
  const receipt = await readConsentReceipt(second, reference);
  const { sha256 } = await prisma().legalText.findFirstOrThrow({ where: { kind: "terms", locale: "ca" } });
  expect(receipt).toMatchObject({
    language: "ca",
    terms_url: shown?.termsUrl,
    terms_text: { version: 1, sha256, url: expect.stringMatching(/\/ca\/legal\/terms\/1$/) },
  });
  await expect(confirmGuardianSignedIn(who, now)).rejects.toEqual(refused("not_their_own"));

  const twice = await aFamily();
  const again = { personId: twice.second, studentId: twice.child, locale: "es" as const };
  const both = await Promise.allSettled([
    confirmGuardianSignedIn(again, now),
    confirmGuardianSignedIn(again, now),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("families 17: refuses every read and action to an unconfirmed guardian, and answers about other children", async () => {
  const { reference, second, child } = await aFamily();
  const other = await aFamily();
  expect(await setPassword(await aLink(second), input, now)).toHaveProperty("token");
  expect(await readAccount(second)).toMatchObject({ name: "David", enrollments: [] });
  expect(await listUnansweredChildren(second, now)).toEqual([child]);
  expect(await readSentAnswers(second, reference, now)).toBeUndefined();
  expect(
    await readGuardianRequest({ personId: second, studentId: other.child, locale: "es" }, now),
  ).toBeUndefined();
  const tries = [
    () => decideAsFamily({ reference, to: "withdrawn" }, second, now),
    () => decideAsFamily({ reference, to: "pending" }, second, now),
    () => confirmOwnPlace(second, reference, now),
    () => disagree(second, reference, "No.", now),
    () => confirmGuardianSignedIn({ personId: second, studentId: other.child, locale: "es" }, now),
    () => denyGuardian(second, other.child, now),
    () => disagreeAsGuardian(second, other.child, "No.", now),
  ];
  for (const attempt of tries) await expect(attempt()).rejects.toEqual(refused("not_their_own"));
});

test("families 17: a disagreement gives no rights and prevents acceptance; a denial ends the request", async () => {
  const { reference, second, child } = await aFamily();
  await expect(disagreeAsGuardian(second, child, " ", now)).rejects.toThrow("words: required");
  await disagreeAsGuardian(second, child, "Hablad conmigo.", now);
  expect(await roleOf(second)).toBeUndefined();
  await expect(
    decideAndNotify({ reference, to: "accepted", specialityId: year.piano }, createStaffActor("head"), now),
  ).rejects.toEqual(refused("disagreement_open"));
  await confirmGuardianSignedIn({ personId: second, studentId: child, locale: "es" }, now);
  expect(await roleOf(second)).toBe("guardian");

  const stranger = await aFamily();
  await denyGuardian(stranger.second, stranger.child, now);
  expect(await roleOf(stranger.second)).toBeUndefined();
  expect(await listUnansweredChildren(stranger.second, now)).toEqual([]);
  await expect(
    confirmGuardianSignedIn({ personId: stranger.second, studentId: stranger.child, locale: "es" }, now),
  ).rejects.toEqual(refused("not_their_own"));
});

test("families 17: asks nothing when the setting is off, of a guardian who is kept apart, or about an adult", async () => {
  const family = await aFamily();
  await writeSetting("second_guardian", "not_asked");
  expect(await isUnconfirmedGuardian(family.second, now)).toBe(false);
  await setPassword(await aLink(family.second), input, now);
  expect(await roleOf(family.second)).toBe("guardian");
  await writeSetting("second_guardian", "asked");

  const apart = await aFamily();
  await prisma().guardianship.updateMany({ where: { guardianId: apart.second }, data: { keptApart: true } });
  expect(await isUnconfirmedGuardian(apart.second, now)).toBe(false);
  expect(await findChildByBirthDate(apart.second, apart.body.student_birth_date, now)).toBe("wrong");

  const grown = await aFamily({ student_birth_date: yearsAgo(18, 1) });
  expect(await isUnconfirmedGuardian(grown.second, now)).toBe(true);
  const tomorrow = later(24);
  expect(toLocalDay("Europe/Madrid", tomorrow) > toLocalDay("Europe/Madrid", now)).toBe(true);
  expect(await isUnconfirmedGuardian(grown.second, tomorrow)).toBe(false);
  await expect(denyGuardian(grown.second, grown.child, tomorrow)).rejects.toEqual(refused("not_their_own"));
});
