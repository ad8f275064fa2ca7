import { beforeAll, expect, test } from "vitest";
import { emailKey } from "@/lib/mail/addresses";
import { offerEmail } from "@/lib/mail/offer-email";
import { prisma } from "@/lib/platform/prisma";
import { anAdult } from "@/test/factories";
import { enroll } from "@/test/mail";
import { aSchool } from "@/test/school";
import { changePassword } from "./change-password";
import { hashPassword } from "./password-hash";
import { createSession, personOfSession } from "./sessions";
import { signIn } from "./sign-in";

beforeAll(aSchool);

const now = new Date();
const current = "tren limón martes botella";
const password = "molino gris sin viento";
const address = "192.0.2.9";

/** Somebody with a password who is signed in, here and elsewhere. */
async function signedInTwice() {
  const { student_email: email } = await enrolledAdult();
  const { id } = await prisma().person.findFirstOrThrow({ where: { emailKey: emailKey(email) } });
  await prisma().account.create({ data: { personId: id, passwordHash: await hashPassword(current) } });
  const [here, elsewhere] = [await createSession(prisma(), id, now), await createSession(prisma(), id, now)];
  const change = (input = {}) => changePassword(id, { current, password, address, ...input }, now);
  return { id, email, here, elsewhere, change };
}

async function enrolledAdult() {
  const body = anAdult();
  await enroll(body);
  return body;
}

test("who knows the present password sets another: what it had opened ends, and this browser goes on", async () => {
  const { id, email, here, elsewhere, change } = await signedInTwice();
  await prisma().$transaction((tx) => offerEmail(tx, id, "wished@example.org", now));
  const result = await change();
  const { session } = result as { session: { token: string; device: string } };
  expect(await personOfSession(session.token, now)).toBe(id);
  for (const { token } of [here, elsewhere]) expect(await personOfSession(token, now)).toBeUndefined();
  expect(await prisma().emailChange.count({ where: { personId: id } })).toBe(0);
  const from = { email, address };
  expect(await signIn({ ...from, password: current }, now)).toEqual({ refused: "wrong" });
  expect(await signIn({ ...from, password }, now)).toHaveProperty("session");
});

test("the new one is held to the rules of every password, and of two at once one is set", async () => {
  const { email, here, change } = await signedInTwice();
  expect(await change({ password: "corta" })).toEqual({ issue: "too_short" });
  expect(await change({ password: `${email} ${email}` })).toEqual({ issue: "too_common" });
  expect(await personOfSession(here.token, now)).toBeDefined();
  const both = await Promise.all([change(), change({ password: "otra frase bastante larga" })]);
  expect(both.filter((one) => "session" in one)).toHaveLength(1);
  expect(both).toContainEqual({ refused: "wrong" });
});

test("it is no way to guess the present one, nor does it lock anybody out of signing in", async () => {
  const { email, here, change } = await signedInTwice();
  for (let at = 0; at < 10; at++) expect(await change({ current: "x" })).toEqual({ refused: "wrong" });
  expect(await change()).toEqual({ refused: "limited" });
  expect(await personOfSession(here.token, now)).toBeDefined();
  expect(await signIn({ email, password: current, address }, now)).toHaveProperty("session");
});
