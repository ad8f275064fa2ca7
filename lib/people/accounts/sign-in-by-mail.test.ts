import { beforeEach, describe, expect, test } from "vitest";

import { readMailboxMessage } from "@/lib/mail/mailbox";
import {
  findSignInLink,
  requestSignInLink,
  signInByMailLink,
  signInBySetupLink,
} from "@/lib/people/accounts/links/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { writeSetting } from "@/lib/school/settings";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { createEnrollment } from "@/test/support/domain/decisions";
import { attemptMail } from "@/test/support/domain/mail";
import { findSessionPerson } from "./sessions";
import { setPassword, signIn } from "./verbs";

const ADDRESS = "192.0.2.38";
const PASSWORD = "tren limón martes botella";
const now = new Date();
const later = (minutes: number, ms = 0) => new Date(now.getTime() + minutes * 60_000 + ms);

await seedDemoSchool();
beforeEach(async () => {
  await prisma().accountLimit.deleteMany();
});

const queued = (email: string) =>
  prisma().mailMessage.findMany({ where: { person: { email }, kind: "sign_in_link", state: "queued" } });

/** Delivers a message, and returns the secret of its link and what it says. */
async function delivered(messageId: string) {
  await attemptMail(messageId, { now });
  const text = (await readMailboxMessage(messageId))?.text ?? "";
  return { text, token: /\/([\w-]{43})\b/.exec(text)?.[1] as string };
}

/** The link that somebody has asked for. */
async function aLink(email: string, address = email) {
  await requestSignInLink(address, ADDRESS);
  const [message] = await queued(email);
  return (await delivered(message?.id as string)).token;
}

/** The set-up mail of somebody. */
async function setupOf(email: string | undefined) {
  const { id } = await prisma().mailMessage.findFirstOrThrow({ where: { person: { email } } });
  return delivered(id);
}

async function anAdultsEmail() {
  const body = anAdult();
  await createEnrollment(body);
  return body.student_email;
}

const readPersonId = async (session: { token: string } | undefined) =>
  session && (await findSessionPerson(session.token, now));

describe("families 38: a link that signs in", () => {
  test("can be opened repeatedly and used once, within exactly ten minutes", async () => {
    const email = await anAdultsEmail();
    const token = await aLink(email, ` ${email.toUpperCase()}`);
    expect(token).toHaveLength(43);
    for (const _ of [1, 2]) expect(await findSignInLink(token, later(10, -1))).toEqual({ email });
    expect(await findSignInLink(token, later(10))).toBeUndefined();
    const both = await Promise.all([signInByMailLink(token, now), signInByMailLink(token, now)]);
    const person = await prisma().person.findFirst({ where: { email } });
    expect((await Promise.all(both.map(readPersonId))).filter(Boolean)).toEqual([person?.id]);
    expect(await signInByMailLink(token, now)).toBeUndefined();

    const tooLate = await aLink(email);
    expect(await signInByMailLink(tooLate, later(10))).toBeUndefined();
    for (const unknown of ["", "x", "a".repeat(43), "\0"]) {
      expect(await findSignInLink(unknown, now)).toBeUndefined();
      expect(await signInByMailLink(unknown, now)).toBeUndefined();
    }
  });

  test("is stored as a hash, and a newer one ends it", async () => {
    const email = await anAdultsEmail();
    const [first, second] = [await aLink(email), await aLink(email)];
    const rows = await prisma().$queryRaw<{ row: string }[]>`
      select row_to_json(l)::text as row from sign_in_links l union all
      select row_to_json(m)::text from mail_messages m`;
    expect(rows.filter(({ row }) => row.includes(second))).toEqual([]);
    expect(await signInByMailLink(first, now)).toBeUndefined();
    expect(await readPersonId(await signInByMailLink(second, now))).toBeDefined();
  });

  test("is sent three times an hour per address, and never to unknown addresses", async () => {
    const email = await anAdultsEmail();
    for (const at of [1, 2, 3]) expect(await aLink(email), String(at)).toHaveLength(43);
    await requestSignInLink(email, "198.51.100.38");
    expect(await queued(email)).toEqual([]);
    const before = await prisma().mailMessage.count();
    await requestSignInLink(anEmail(), ADDRESS);
    expect(await prisma().mailMessage.count()).toBe(before);
  });

  test("creates an account without password, for which no password is correct", async () => {
    const body = anAdult();
    await createEnrollment(body);
    const setup = await setupOf(body.student_email);
    await signInByMailLink(await aLink(body.student_email), now);
    const guess = (password: string) =>
      signIn({ email: body.student_email, password, address: ADDRESS }, now);
    for (const password of ["", PASSWORD, "A".repeat(43)])
      expect(await guess(password)).toEqual({ refused: "wrong" });
    await setPassword(setup.token, { password: PASSWORD, name: "", surname: "" }, now);
    expect(await guess(PASSWORD)).toHaveProperty("session");
    await signInByMailLink(await aLink(body.student_email), now);
    expect(await guess(PASSWORD)).toHaveProperty("session"); // and takes none away
  });

  test("never confirms a second guardian", async () => {
    await writeSetting("second_guardian", "not_asked");
    const body = aMinor({ guardians: 2 });
    await createEnrollment(body);
    const email = body.second_guardian_email as string;
    await signInByMailLink(await aLink(email), now);
    await writeSetting("second_guardian", "asked");
    const guardianship = await prisma().guardianship.findFirst({ where: { guardian: { email } } });
    expect(guardianship).toMatchObject({ confirmedAt: null });
  });
});

test.each([
  ["a day short of fourteen", yearsAgo(14, 1), true],
  ["fourteen", yearsAgo(14), false],
])("4.4-11 and families 38: a child's own mail: %s", async (_, student_birth_date, isYoung) => {
  const body = aMinor({ student_birth_date });
  await createEnrollment(body);
  const { text, token } = await setupOf(body.student_email);
  expect(text.includes("No tienes que hacer nada")).toBe(isYoung);
  expect(text).not.toMatch(/elige una contraseña|elegir mi contraseña/i);
  const session = await signInBySetupLink(token, now);
  const child = await prisma().person.findFirst({ where: { email: body.student_email } });
  expect(await readPersonId(session)).toBe(child?.id);
  expect(await signInBySetupLink(token, now)).toBeUndefined();
});

describe("4.3-9 and 4.4-11: the link of the first e-mail signs in without a password", () => {
  test("an adult student", async () => {
    const body = anAdult();
    await createEnrollment(body);
    const { token } = await setupOf(body.student_email);
    const student = await prisma().person.findFirst({ where: { email: body.student_email } });
    expect(await readPersonId(await signInBySetupLink(token, now))).toBe(student?.id);
  });

  test("a guardian; not a second guardian, who has no name yet", async () => {
    const body = aMinor({ guardians: 2 });
    await createEnrollment(body);
    const first = await setupOf(body.guardian_email);
    const guardian = await prisma().person.findFirst({ where: { email: body.guardian_email } });
    expect(await readPersonId(await signInBySetupLink(first.token, now))).toBe(guardian?.id);
    const second = await setupOf(body.second_guardian_email as string);
    expect(await signInBySetupLink(second.token, now)).toBeUndefined();
  });
});
