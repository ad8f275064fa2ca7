import { argon2Sync } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Locale } from "@/lib/i18n/locales";
import { readMailboxMessage } from "@/lib/mail/mailbox";
import { requestLinkByEmail, requestLinkByToken } from "@/lib/people/accounts/links/verbs";
import { tryConsumeAttempts } from "@/lib/people/limits";
import { hashPassword, isWeakHash, verifyPassword } from "@/lib/people/password-hash";
import { prisma } from "@/lib/platform/database/prisma";
import { writeSetting } from "@/lib/school/settings";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { countLockWaiters, runOutsideTransaction } from "@/test/support/database/locks";
import { attemptMail, enrollAndListMails } from "@/test/support/domain/mail";
import { readAccount } from "./queries";
import {
  endSession,
  findSessionHeader,
  findSessionPerson,
  findSetupPerson,
  type NewSession,
} from "./sessions";
import { setPassword, signIn } from "./verbs";

await seedDemoSchool();
beforeEach(async () => {
  await prisma().accountLimit.deleteMany();
});

const PASSWORD = "tren limón martes botella";
const now = new Date();
const later = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000);
const input = (changes = {}) => ({ password: PASSWORD, name: "", surname: "", ...changes });

/** Delivers a message and returns the token of its link. */
async function tokenIn(messageId: string, at = now): Promise<string> {
  await attemptMail(messageId, { now: at });
  const message = await readMailboxMessage(messageId);
  return /account-setup\/([\w-]{43})/.exec(message?.text ?? "")?.[1] as string;
}

async function anAdultsLink(locale: Locale = "es") {
  const body = anAdult();
  const { adult_student: id } = (await enrollAndListMails(body, locale)) as { adult_student: string };
  return { token: await tokenIn(id), email: body.student_email };
}

/** Prisma's own bound for a transaction is five seconds, in which a busy machine may not have checked a password. */
const PATIENT = { maxWait: 60_000, timeout: 60_000 };

const sessionOf = (result: { token: string } | Awaited<ReturnType<typeof signIn>> | undefined) => {
  if (!result || "refused" in result) throw new Error("nobody is signed in");
  return "session" in result ? result.session.token : result.token;
};

describe("the link", () => {
  test("is 256 bits of which only the hash is stored", async () => {
    const { token } = await anAdultsLink();
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const rows = await prisma().$queryRawUnsafe<{ row: string }[]>(
      "select row_to_json(t)::text as row from setup_tokens t union all select row_to_json(m)::text from mail_messages m",
    );
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
  });

  test("opening it does not use it up; setting a password does, and signs in", async () => {
    const { token, email } = await anAdultsLink();
    for (const _ of [1, 2, 3])
      expect(await findSetupPerson(token, now)).toMatchObject({ email, hasAccount: false });
    const result = await setPassword(token, input(), now);
    expect(await findSessionPerson(sessionOf(result), now)).toBeDefined();
    expect(await findSetupPerson(token, now)).toBeUndefined();
    expect(await setPassword(token, input(), now)).toBeUndefined();
  });

  test("opened twice at once, it sets one password", async () => {
    const { token } = await anAdultsLink();
    const results = await Promise.all([
      setPassword(token, input(), now),
      setPassword(token, input({ password: "otra frase bastante larga" }), now),
    ]);
    expect(results.filter((result) => result)).toHaveLength(1);
    expect(results.filter((result) => result === undefined)).toHaveLength(1);
  });

  test("works exactly for the days of the setting", async () => {
    const { token } = await anAdultsLink();
    expect(await findSetupPerson(token, new Date(later(7).getTime() - 1))).toBeDefined();
    expect(await findSetupPerson(token, later(7))).toBeUndefined();
    expect(await setPassword(token, input(), later(7))).toBeUndefined();

    await writeSetting("setup_link_days", 1);
    const { token: shorter } = await anAdultsLink();
    await writeSetting("setup_link_days", 7);
    expect(await findSetupPerson(shorter, later(1))).toBeUndefined();
  });

  test("is replaced by a newer one, which the page of the old link sends to the stored address", async () => {
    const { token, email } = await anAdultsLink();
    await requestLinkByToken(token);
    const message = await prisma().mailMessage.findFirstOrThrow({
      where: { person: { email }, state: "queued" },
    });
    expect(message.kind).toBe("adult_student");
    const newer = await tokenIn(message.id);
    expect(await findSetupPerson(token, now)).toBeUndefined();
    expect(await findSetupPerson(newer, now)).toMatchObject({ email });
  });

  test.each(["", "x", "a".repeat(43), "a".repeat(5000), "../../etc", "\0"])("unknown: %j", async (token) => {
    expect(await findSetupPerson(token, now)).toBeUndefined();
    expect(await setPassword(token, input(), now)).toBeUndefined();
    await requestLinkByToken(token);
  });
});

test("4.4-11: the second guardian, of whom the address alone is known, gives name and surname", async () => {
  await writeSetting("second_guardian", "not_asked");
  const ids = await enrollAndListMails(aMinor({ guardians: 2 }));
  const token = await tokenIn(ids.second_guardian as string);
  await expect(setPassword(token, input(), now)).rejects.toMatchObject({
    issues: [
      { field: "name", code: "required" },
      { field: "surname", code: "required" },
    ],
  });
  const result = await setPassword(token, input({ name: " David ", surname: "Soler" }), now);
  const personId = (await findSessionPerson(sessionOf(result), now)) as string;
  expect(await readAccount(personId)).toMatchObject({
    name: "David",
    surname: "Soler",
    enrollments: [{ studentName: expect.stringMatching(/^Carla/), state: "pending" }],
  });
  await writeSetting("second_guardian", "asked");
});

test("a weak password is refused and the link stays good", async () => {
  const { token } = await anAdultsLink();
  await expect(setPassword(token, input({ password: "corta" }), now)).rejects.toMatchObject({
    issues: [{ field: "password", code: "too_short" }],
  });
  expect(await findSetupPerson(token, now)).toBeDefined();
});

test("an account shows its own enrollments and no other's: guardian, child and stranger", async () => {
  const family = await enrollAndListMails(aMinor());
  await enrollAndListMails(anAdult());
  const accounts = await Promise.all(
    [family.guardian, family.minor_student].map(async (id) => {
      const result = await setPassword(await tokenIn(id as string), input(), now);
      return readAccount((await findSessionPerson(sessionOf(result), now)) as string);
    }),
  );
  expect(
    accounts.map(({ enrollments }) => enrollments.map(({ studentName }) => studentName.split(" ")[0])),
  ).toEqual([["Carla"], ["Carla"]]);
});

describe("signing in", () => {
  const address = "192.0.2.1";

  test("with e-mail, however written, and password; sessions end by signing out and by themselves", async () => {
    const { token, email } = await anAdultsLink();
    await setPassword(token, input(), now);
    const result = await signIn({ email: ` ${email.toUpperCase()} `, password: PASSWORD, address }, now);
    const session = sessionOf(result);
    expect(await findSessionPerson(session, later(6))).toBeDefined();
    expect(await findSessionPerson(session, later(8))).toBeUndefined();
    expect(await findSessionHeader(session, later(6))).toEqual({
      name: "Ada",
      birthDate: expect.any(Date),
      account: { hasPassword: true },
    });
    expect(await findSessionHeader(session, later(8))).toBeUndefined();
    await endSession(session);
    expect(await findSessionPerson(session, now)).toBeUndefined();
    expect(await findSessionHeader(session, now)).toBeUndefined();
  });

  test("unknown address, no password and wrong password get the same response", async () => {
    const { token, email } = await anAdultsLink();
    const wrong = { refused: "wrong" };
    expect(await signIn({ email, password: PASSWORD, address }, now)).toEqual(wrong);
    await setPassword(token, input(), now);
    expect(await signIn({ email, password: "something else entirely", address }, now)).toEqual(wrong);
    expect(await signIn({ email: "nobody@example.org", password: PASSWORD, address }, now)).toEqual(wrong);
  });

  test("wrong passwords are limited by account and address, known or not; nobody else is locked out", async () => {
    const { token, email } = await anAdultsLink();
    await setPassword(token, input(), now);
    for (const guessed of ["nobody@example.org", email]) {
      const results = [];
      for (let at = 0; at < 11; at++)
        results.push(await signIn({ email: guessed, password: "x", address: "198.51.100.1" }, now));
      expect(results.slice(0, 10)).toEqual(Array(10).fill({ refused: "wrong" }));
      expect(results[10]).toEqual({ refused: "limited" });
    }
    expect(await signIn({ email, password: PASSWORD, address: "198.51.100.1" }, now)).toEqual({
      refused: "limited",
    });
    expect(await signIn({ email, password: PASSWORD, address }, now)).toHaveProperty("session");
  });

  test("attempts beyond the limit lock out neither the account elsewhere nor other accounts at the address", async () => {
    const [guessed, neighbour] = [await anAdultsLink(), await anAdultsLink()];
    for (const { token } of [guessed, neighbour]) await setPassword(token, input(), now);
    const from = { address: "198.51.100.1" };
    for (let at = 0; at < 210; at++) await signIn({ ...from, email: guessed.email, password: "x" }, now);
    const right = { ...from, password: PASSWORD };
    expect(await signIn({ ...right, email: guessed.email, address }, now)).toHaveProperty("session");
    const signInNeighbour = () => signIn({ ...right, email: neighbour.email }, now);
    expect(await signInNeighbour()).toHaveProperty("session");

    while (await tryConsumeAttempts({ "sign_in address": from.address }));
    for (let at = 0; at < 11; at++) expect(await signInNeighbour()).toEqual({ refused: "limited" });
    await prisma().accountLimit.deleteMany({ where: { key: { startsWith: "sign_in address:" } } }); // its time is over
    expect(await signInNeighbour()).toHaveProperty("session");
  });

  test("a known browser has its own counter", async () => {
    const { token, email } = await anAdultsLink();
    const { device } = (await setPassword(token, input(), now)) as NewSession;
    const guess = () => signIn({ email, password: "x", address }, now);
    for (let at = 0; at < 11; at++) await guess();
    expect(await guess()).toEqual({ refused: "limited" });

    const signInHere = (password: string, usedDevice = device) =>
      signIn({ email, password, address, device: usedDevice }, now);
    expect(await signInHere(PASSWORD)).toHaveProperty("session");
    expect(await signInHere(PASSWORD, "x".repeat(43))).toEqual({ refused: "limited" });
    const others = (await anAdultsLink()).token;
    const stranger = (await setPassword(others, input(), now)) as NewSession;
    expect(await signInHere(PASSWORD, stranger.device)).toEqual({ refused: "limited" });
    for (let at = 0; at < 10; at++) expect(await signInHere("x")).toEqual({ refused: "wrong" });
    expect(await signInHere(PASSWORD)).toEqual({ refused: "limited" });
  });

  test("correct passwords do not count, so many people behind one address can sign in", async () => {
    const { token, email } = await anAdultsLink();
    await setPassword(token, input(), now);
    for (let at = 0; at < 11; at++)
      expect(await signIn({ email, password: PASSWORD, address }, now)).toHaveProperty("session");
    const allowed = [];
    for (let at = 0; at < 51; at++) allowed.push(await tryConsumeAttempts({ "sign_in address": address }));
    expect(allowed).toEqual([...Array(50).fill(true), false]);
  });

  test("the counters contain no personal data", async () => {
    await signIn({ email: "somebody@example.org", password: "x", address }, now);
    const rows = await prisma().accountLimit.findMany();
    expect(JSON.stringify(rows.map(({ key }) => key))).not.toMatch(/somebody|192\.0/);
  });
});

test("a forgotten password: a link of its own kind; the new password ends every other session", async () => {
  const { token, email } = await anAdultsLink("ca");
  const first = sessionOf(await setPassword(token, input(), now));
  await requestLinkByEmail(email.toUpperCase());
  await requestLinkByEmail(email); // one that waits will do
  const messages = await prisma().mailMessage.findMany({ where: { person: { email }, state: "queued" } });
  expect(messages).toMatchObject([{ kind: "password_reset", locale: "ca" }]);

  const reset = await tokenIn(messages[0]?.id as string);
  const result = await setPassword(reset, input({ password: "molino gris sin viento" }), now);
  expect(await findSessionPerson(first, now)).toBeUndefined();
  expect(await findSessionPerson(sessionOf(result), now)).toBeDefined();
  expect(await signIn({ email, password: PASSWORD, address: "" }, now)).toEqual({ refused: "wrong" });
});

test("requesting a link for an unknown address queues nothing and reveals nothing", async () => {
  const before = await prisma().mailMessage.count();
  await requestLinkByEmail("nobody@example.org");
  expect(await prisma().mailMessage.count()).toBe(before);
});

describe("passwords at rest", () => {
  async function anAccount() {
    const { token, email } = await anAdultsLink();
    const result = await setPassword(token, input(), now);
    return { personId: (await findSessionPerson(sessionOf(result), now)) as string, email };
  }

  /** An account whose password is stored as it would have been when hashing cost less. */
  async function aWeakAccount() {
    const { personId, email } = await anAccount();
    const nonce = Buffer.alloc(16);
    const message = PASSWORD.normalize("NFKC");
    const tag = argon2Sync("argon2id", {
      message,
      nonce,
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    });
    const plain = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");
    const weak = `$argon2id$v=19$m=19456,t=2,p=1$${plain(nonce)}$${plain(tag)}`;
    await prisma().account.update({ where: { personId }, data: { passwordHash: weak } });
    return { personId, email };
  }

  test("a hash with lower costs is replaced at the next sign-in", async () => {
    const { personId, email } = await aWeakAccount();
    for (const _ of ["weak", "strong"])
      expect(await signIn({ email, password: PASSWORD, address: "192.0.2.7" }, now)).toHaveProperty(
        "session",
      );
    const { passwordHash } = await prisma().account.findUniqueOrThrow({ where: { personId } });
    expect(isWeakHash(passwordHash)).toBe(false);
  });

  test.each([
    ["", anAccount],
    [" and stored anew", aWeakAccount],
  ])("one that is set while the old one is checked%s counts: none signs in with the old", async (_, make) => {
    const { personId, email } = await make();
    const passwordHash = await hashPassword("otra frase bastante larga");
    const from = { email, address: "192.0.2.7" };
    const signingIn = await prisma().$transaction(async (tx) => {
      await tx.account.update({ where: { personId }, data: { passwordHash } });
      const begun = runOutsideTransaction(() => signIn({ ...from, password: PASSWORD }, now));
      await expect.poll(countLockWaiters).toBe(1);
      await tx.session.deleteMany({ where: { personId } });
      return { begun };
    }, PATIENT);
    expect(await signingIn.begun).toEqual({ refused: "wrong" });
    expect(await prisma().session.count({ where: { personId } })).toBe(0);
    expect(await prisma().account.findUniqueOrThrow({ where: { personId } })).toMatchObject({ passwordHash });
    expect(await signIn({ ...from, password: "otra frase bastante larga" }, now)).toHaveProperty("session");
  });

  test("a flood waits in a short queue; a full queue answers 503", async () => {
    const cheap = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$AAAAAA"; // what waits is the same, whatever it costs
    const results = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword("x", cheap)));
    const refused = results.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refused).toHaveLength(80 - 62);
    expect(refused[0]?.reason).toMatchObject({ code: "unavailable" });
    expect(await verifyPassword("x", undefined)).toBe(false);
  });
});
