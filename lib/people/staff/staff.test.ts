import { beforeEach, describe, expect, test } from "vitest";
import { changeStaffPassword, confirmPassword, signInStaff } from "@/lib/people/staff/sign-in/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { writeSetting } from "@/lib/school/settings";
import { anEmail } from "@/test/support/data/factories";
import { aMember, commandActor, getLinkToken } from "@/test/support/domain/staff";
import { getTotpCode, STAFF_PASSWORD } from "@/test/support/domain/totp";
import { openStaffSession } from "./devices";
import { confirmCodesSaved, decryptCodes, listUnsavedCodes } from "./recovery-codes";
import { confirmFactor, getFactorSetup, verifyCode } from "./second-factor";
import {
  createStaffSession,
  endOwnSession,
  findEndedSession,
  listMemberSessions,
  readSavedForm,
  readStaffSession,
  saveForm,
} from "./sessions";
import {
  acceptInvitation,
  changeRole,
  findInvitation,
  hasAdministrator,
  inviteMember,
  removeMember,
  resetFactor,
} from "./verbs";

const now = new Date("2026-11-21T10:00:00Z");
const minutesOn = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

beforeEach(async () => {
  await prisma().accountLimit.deleteMany();
  await prisma().accessEntry.deleteMany();
  await prisma().staffMember.deleteMany();
  await writeSetting("staff_second_factor", "required");
});

const attempt = (email: string, password = STAFF_PASSWORD) =>
  ({ email, password, address: "192.0.2.1", userAgent: "Mozilla/5.0 (X11; Linux) Firefox/140.0" }) as const;

async function signedIn(email: string, at = now): Promise<string> {
  const result = await signInStaff(attempt(email), at);
  if ("refused" in result) throw new Error(result.refused);
  return result.token;
}

async function withFactor(memberId: string, at = now) {
  const { key } = await getFactorSetup(memberId);
  const result = await confirmFactor(memberId, getTotpCode(key, at), at);
  if ("refused" in result) throw new Error(result.refused);
  return { key, recoveryCodes: result.recoveryCodes };
}

describe("an invitation (desk 2)", () => {
  const invite = (email: string, at = now) =>
    inviteMember({ email, role: "reader", locale: "ca" }, commandActor, at);

  test("works once, also twice at the same moment, and only its hash is stored", async () => {
    const token = getLinkToken(await invite(anEmail()));
    const stored = await prisma().$queryRawUnsafe<{ row: string }[]>(
      "select row_to_json(m)::text as row from staff_members m",
    );
    expect(stored.filter(({ row }) => row.includes(token))).toEqual([]);
    const accept = () => acceptInvitation(token, { name: "Marta", password: STAFF_PASSWORD }, now);
    const results = await Promise.all([accept(), accept()]);
    expect(results.filter((result) => result)).toHaveLength(1);
    expect(results.filter((result) => result === undefined)).toHaveLength(1);
    expect(await findInvitation(token, now)).toBeUndefined();
  });

  test("expires after three days, or when a newer one exists", async () => {
    const email = anEmail();
    const first = getLinkToken(await invite(email));
    expect(await findInvitation(first, minutesOn(3 * 24 * 60 - 1))).toBeDefined();
    expect(await findInvitation(first, minutesOn(3 * 24 * 60))).toBeUndefined();
    const second = getLinkToken(await invite(email));
    expect(await findInvitation(first, now)).toBeUndefined();
    expect(await findInvitation(second, now)).toMatchObject({ email });
  });

  test("reports wrong fields without being used up", async () => {
    const token = getLinkToken(await invite(anEmail()));
    const accepted = acceptInvitation(token, { name: " ", password: "corta" }, now);
    await expect(accepted).rejects.toMatchObject({
      issues: [
        { field: "name", code: "required" },
        { field: "password", code: "too_short" },
      ],
    });
    expect(await findInvitation(token, now)).toBeDefined();
  });

  test("to an existing member keeps the role, and ends the sessions when used", async () => {
    const head = await aMember("head", now);
    const session = await signedIn(head.email);
    const token = getLinkToken(await invite(head.email));
    expect(await readStaffSession(session, now)).toBeDefined();
    await acceptInvitation(token, { name: "Marta", password: "otra frase bien distinta" }, now);
    expect(await readStaffSession(session, now)).toBeUndefined();
    const stored = await prisma().staffMember.findUnique({ where: { id: head.id }, select: { role: true } });
    expect(stored).toEqual({ role: "head" });
  });
});

describe("the last administrator (desk 2)", () => {
  test("is neither removed nor demoted; an invited one does not count", async () => {
    const { actor, id } = await aMember("admin", now);
    await inviteMember({ email: anEmail(), role: "admin", locale: "es" }, commandActor, now);
    const fresh = { ...actor, passwordAt: new Date() };
    await expect(removeMember({ member: id }, fresh, now)).rejects.toThrow("last_admin");
    await expect(changeRole({ member: id, role: "head" }, fresh, now)).rejects.toThrow("last_admin");
    expect(await hasAdministrator()).toBe(true);
  });

  test("of two who remove each other concurrently, one stays", async () => {
    const [one, other] = [await aMember("admin"), await aMember("admin")];
    const results = await Promise.allSettled([
      removeMember({ member: other.id }, one.actor, now),
      removeMember({ member: one.id }, other.actor, now),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await hasAdministrator()).toBe(true);
  });
});

describe("the second factor (desk 4)", () => {
  test("is required by default: the desk stays closed until it is set up", async () => {
    const { email, id } = await aMember("secretary", now);
    const token = await signedIn(email);
    expect(await readStaffSession(token, now)).toMatchObject({ stage: "setup" });
    await withFactor(id);
    expect(await readStaffSession(token, now)).toMatchObject({ stage: "code" });
    await openStaffSession(token, id, undefined, now);
    expect(await readStaffSession(token, now)).toMatchObject({ stage: "open", actor: { role: "secretary" } });

    await writeSetting("staff_second_factor", "optional");
    const other = await aMember("secretary", now);
    expect(await readStaffSession(await signedIn(other.email), now)).toMatchObject({ stage: "open" });
  });

  test("a code works once, also in concurrent requests, and so does the code of the set-up", async () => {
    const { id } = await aMember("secretary", now);
    const { key } = await withFactor(id);
    expect(await verifyCode(id, getTotpCode(key, now), now)).toBe("wrong");
    const later = minutesOn(5);
    const code = getTotpCode(key, later);
    const results = await Promise.all([
      verifyCode(id, code, later),
      verifyCode(id, code, later),
      verifyCode(id, code, later),
    ]);
    expect(results.sort()).toEqual(["right", "wrong", "wrong"]);
    expect(await verifyCode(id, getTotpCode(key, now), later)).toBe("wrong"); // an older step than the last
    const last = minutesOn(20);
    expect(await verifyCode(id, getTotpCode(key, minutesOn(19)), last)).toBe("wrong"); // two steps behind the clock
    expect(await verifyCode(id, getTotpCode(key, minutesOn(19.5)), last)).toBe("right"); // one, as clocks differ
  });

  test("its secret is not shown again once it is confirmed, and is another one after a reset", async () => {
    const { id } = await aMember("secretary", now);
    const { key } = await withFactor(id);
    await expect(getFactorSetup(id)).rejects.toThrow();
    await resetFactor({ member: id }, commandActor, now);
    expect((await getFactorSetup(id)).key).not.toBe(key);
  });

  test("each of ten recovery codes works once, and only hashes of them are stored", async () => {
    const { id } = await aMember("secretary", now);
    const { recoveryCodes } = await withFactor(id);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ""] = recoveryCodes;
    const rows = await prisma().$queryRawUnsafe<{ row: string }[]>(
      "select row_to_json(c)::text as row from staff_recovery_codes c",
    );
    expect(rows).toHaveLength(10);
    expect(rows.filter(({ row }) => row.includes(code))).toEqual([]);
    const results = await Promise.all([
      verifyCode(id, ` ${code.toUpperCase()} `, now),
      verifyCode(id, code, now),
    ]);
    expect(results.sort()).toEqual(["right", "wrong"]);
  });

  test("recovery codes are readable by their member only, until confirmed as saved", async () => {
    const [{ id, email }, other] = [await aMember("secretary", now), await aMember("reader", now)];
    const { recoveryCodes } = await withFactor(id);
    const nextDay = minutesOn(24 * 60);
    const signIn = async () => readStaffSession(await signedIn(email, nextDay), nextDay);
    expect(await signIn()).toMatchObject({ hasNewCodes: true });
    expect(await listUnsavedCodes(id)).toEqual(recoveryCodes);
    const { newRecoveryCodes } = await prisma().staffMember.findUniqueOrThrow({ where: { id } });
    const stored = Buffer.from(newRecoveryCodes ?? []);
    expect(recoveryCodes.filter((code) => stored.includes(code))).toEqual([]);
    await prisma().staffMember.update({ where: { id: other.id }, data: { newRecoveryCodes } });
    expect(decryptCodes(other.id, newRecoveryCodes)).toEqual([]);

    const [spent = "", ...left] = recoveryCodes;
    expect(await verifyCode(id, spent, nextDay)).toBe("right");
    expect(await listUnsavedCodes(id)).toEqual(left);
    await confirmCodesSaved(id);
    expect(await signIn()).toMatchObject({ hasNewCodes: false });
    expect(await listUnsavedCodes(id)).toEqual([]);
    expect(await verifyCode(id, left[0] ?? "", nextDay)).toBe("right");
  });

  test.each([
    ["is reset", (id: string) => resetFactor({ member: id }, commandActor, now)],
    ["goes with its member", (id: string) => removeMember({ member: id }, commandActor, now)],
  ])("unsaved recovery codes are deleted when the factor %s", async (_, end) => {
    const { id } = await aMember("secretary", now);
    await withFactor(id);
    await end(id);
    expect(await prisma().staffMember.findUnique({ where: { id } })).toMatchObject({
      newRecoveryCodes: null,
    });
  });

  test("five wrong codes stop the account for a quarter of an hour, however many are tried at once", async () => {
    const { id } = await aMember("secretary", now);
    const { key } = await withFactor(id);
    const tries = await Promise.all(Array.from({ length: 9 }, () => verifyCode(id, "000000", minutesOn(1))));
    expect(tries.filter((one) => one === "wrong")).toHaveLength(4);
    expect(tries.filter((one) => one === "stopped")).toHaveLength(5);
    expect(await verifyCode(id, getTotpCode(key, minutesOn(15)), minutesOn(15))).toBe("stopped");
    expect(await verifyCode(id, getTotpCode(key, minutesOn(16)), minutesOn(16))).toBe("right");
  });
});

describe("a session (desk 5)", () => {
  test("ends after an hour without use, and after twelve in all", async () => {
    const { email } = await aMember("reader", now);
    const token = await signedIn(email);
    expect(await readStaffSession(token, minutesOn(59))).toBeDefined();
    for (let at = 59; at < 12 * 60 - 59; at += 59)
      expect(await readStaffSession(token, minutesOn(at + 59))).toBeDefined();
    expect(await readStaffSession(token, minutesOn(12 * 60))).toBeUndefined();

    const other = await signedIn(email);
    expect(await readStaffSession(other, minutesOn(60))).toBeUndefined();
  });

  test("ends after a removal or a change of role; members can end only their own", async () => {
    const [reader, secretary] = [await aMember("reader", now), await aMember("secretary", now)];
    const token = await signedIn(reader.email);
    const session = await readStaffSession(token, now);
    const foreign = await readStaffSession(await signedIn(secretary.email), now);
    if (!session || !foreign) throw new Error("nobody is signed in");
    await endOwnSession(foreign, session.id, now);
    expect(await listMemberSessions(reader.id, now)).toHaveLength(1);
    await changeRole({ member: reader.id, role: "secretary" }, commandActor, now);
    expect(await readStaffSession(token, now)).toBeUndefined();

    const again = await signedIn(reader.email);
    await removeMember({ member: reader.id }, commandActor, now);
    expect(await readStaffSession(again, now)).toBeUndefined();
    expect(await signInStaff(attempt(reader.email), now)).toEqual({ refused: "wrong" });
  });

  test("is not created when the password was replaced or the member removed during the check", async () => {
    const { id, email } = await aMember("secretary", now);
    const find = () =>
      prisma().staffMember.findUniqueOrThrow({ where: { id }, select: { id: true, passwordHash: true } });
    const before = await find();
    const token = getLinkToken(
      await inviteMember({ email, role: "reader", locale: "es" }, commandActor, now),
    );
    await acceptInvitation(token, { name: "Marta", password: "otra frase bien distinta" }, now);
    expect(await createStaffSession(before, "Firefox", now)).toBeUndefined();
    const after = await find();
    expect(await createStaffSession(after, "Firefox", now)).toBeDefined();
    await removeMember({ member: id }, commandActor, now);
    expect(await createStaffSession(after, "Firefox", now)).toBeUndefined();
  });

  test("typing the password again counts from then on; a wrong one does not", async () => {
    const { email } = await aMember("admin", now);
    const token = await signedIn(email);
    const session = await readStaffSession(token, minutesOn(30));
    if (!session) throw new Error("nobody is signed in");
    const wrong = confirmPassword(session, "not this one at all", minutesOn(30));
    await expect(wrong).rejects.toMatchObject(refused("wrong", "password"));
    expect((await readStaffSession(token, minutesOn(30)))?.actor.passwordAt).toEqual(now);
    await confirmPassword(session, STAFF_PASSWORD, minutesOn(30));
    expect((await readStaffSession(token, minutesOn(30)))?.actor.passwordAt).toEqual(minutesOn(30));
  });

  test("a form typed in an ended session is restored for the same member only, for an hour", async () => {
    const [one, other] = [await aMember("secretary", now), await aMember("secretary", now)];
    const token = await signedIn(one.email);
    await openStaffSession(token, one.id, undefined, now);
    expect(await findEndedSession(token)).toMatchObject({ memberId: one.id });
    const form = { path: "/desk/enrollments/ABC", fields: { note: ["Puede los martes"], row: ["A", "B"] } };
    const formToken = await saveForm(one.id, form, now);
    expect(await readSavedForm(one.id, formToken, minutesOn(59))).toEqual(form);
    expect(await readSavedForm(other.id, formToken, now)).toBeUndefined();
    expect(await readSavedForm(one.id, formToken, minutesOn(60))).toBeUndefined();
    const rows = await prisma().$queryRawUnsafe<{ row: string }[]>(
      "select encode(content, 'escape') as row from held_forms",
    );
    expect(rows.filter(({ row }) => row.includes("martes"))).toEqual([]);
  });
});

test("unknown address, missing password and wrong password are indistinguishable", async () => {
  const { email } = await aMember("reader", now);
  const invited = anEmail();
  await inviteMember({ email: invited, role: "reader", locale: "es" }, commandActor, now);
  for (const [address, password] of [
    [email, "wrong wrong wrong"],
    [invited, STAFF_PASSWORD],
    [anEmail(), STAFF_PASSWORD],
  ] as const) {
    expect(await signInStaff(attempt(address, password), now)).toEqual({ refused: "wrong" });
  }
});

test("correct passwords do not count, and attempts beyond the limit lock out nobody elsewhere", async () => {
  const { email } = await aMember("reader", now);
  for (let at = 0; at < 11; at++) await signedIn(email);
  const guess = () => signInStaff({ ...attempt(email, "x"), address: "198.51.100.1" }, now);
  for (let at = 0; at < 210; at++) await guess();
  expect(await guess()).toEqual({ refused: "limited" });
  await signedIn(email);
});

test("wrong passwords from the school's address lock nobody out of a known browser", async () => {
  const [head, other] = [await aMember("head", now), await aMember("reader", now)];
  const device = await openStaffSession(await signedIn(head.email), head.id, undefined, now);
  const from = (email: string, device?: string, password = "x") =>
    signInStaff({ ...attempt(email, password), device }, now);
  for (const email of [head.email, other.email]) for (let at = 0; at < 40; at++) await from(email); // more than one address has
  expect(await from(head.email, undefined, STAFF_PASSWORD)).toEqual({ refused: "limited" });
  expect(await from(head.email, "x".repeat(43), STAFF_PASSWORD)).toEqual({ refused: "limited" });
  expect(await from(other.email, device, STAFF_PASSWORD)).toEqual({ refused: "limited" }); // the head's, not theirs
  expect(await from(head.email, device, STAFF_PASSWORD)).toHaveProperty("token");

  for (let at = 0; at < 10; at++) expect(await from(head.email, device)).toEqual({ refused: "wrong" });
  expect(await from(head.email, device, STAFF_PASSWORD)).toEqual({ refused: "limited" });
});

const refused = (code: string, field?: string) => ({ issues: [field ? { field, code } : { code }] });

describe("another password", () => {
  const password = "otra frase bien distinta";
  const mayChange = async (email: string) => {
    const session = await readStaffSession(await signedIn(email), now);
    if (!session) throw new Error("nobody is signed in");
    return (input = {}) =>
      changeStaffPassword(session, { current: STAFF_PASSWORD, password, ...input }, minutesOn(30));
  };

  test("is set with the current one; other sessions and links end, this session stays", async () => {
    const { id, email } = await aMember("head", now);
    const elsewhere = await signedIn(email);
    const change = await mayChange(email);
    const link = getLinkToken(await inviteMember({ email, role: "head", locale: "es" }, commandActor, now));
    await change();
    expect(await readStaffSession(elsewhere, now)).toBeUndefined();
    expect(await listMemberSessions(id, now)).toHaveLength(1);
    expect(await findInvitation(link, now)).toBeUndefined();
    expect(await signInStaff(attempt(email), now)).toEqual({ refused: "wrong" });
    expect(await signInStaff(attempt(email, password), now)).toHaveProperty("token");
  });

  test("attempts are limited", async () => {
    const { email } = await aMember("head", now);
    const change = await mayChange(email);
    for (let at = 0; at < 10; at++)
      await expect(change({ current: "x" })).rejects.toMatchObject(refused("wrong", "current"));
    await expect(change()).rejects.toMatchObject(refused("limited"));
    await signedIn(email);
  });
});
