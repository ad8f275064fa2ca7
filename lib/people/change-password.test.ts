import { expect, test } from "vitest";
import { toEmailKey } from "@/lib/mail/addresses";
import { sendEmailConfirmation } from "@/lib/mail/writes";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { enrollAndListMails } from "@/test/support/domain/mail";
import { createSession, findSessionPerson } from "./accounts/sessions";
import { changeAccountPassword, signIn } from "./accounts/verbs";
import { hashPassword } from "./password-hash";

await seedDemoSchool();

const now = new Date();
const current = "tren limón martes botella";
const password = "molino gris sin viento";
const address = "192.0.2.9";

/** Somebody with a password who is signed in, here and elsewhere. */
async function signedInTwice() {
  const { student_email: email } = await enrolledAdult();
  const { id } = await prisma().person.findFirstOrThrow({ where: { emailKey: toEmailKey(email) } });
  await prisma().account.create({ data: { personId: id, passwordHash: await hashPassword(current) } });
  const [here, elsewhere] = [await createSession(prisma(), id, now), await createSession(prisma(), id, now)];
  const change = (input = {}) => changeAccountPassword(id, { current, password, address, ...input }, now);
  return { id, email, here, elsewhere, change };
}

const refused = (code: string, field?: string) => ({ issues: [field ? { field, code } : { code }] });

async function enrolledAdult() {
  const body = anAdult();
  await enrollAndListMails(body);
  return body;
}

test("changing the password ends all sessions except a new one for this browser", async () => {
  const { id, email, here, elsewhere, change } = await signedInTwice();
  await prisma().$transaction((tx) => sendEmailConfirmation(tx, id, "wished@example.org", now));
  const result = await change();
  expect(await findSessionPerson(result.token, now)).toBe(id);
  for (const { token } of [here, elsewhere]) expect(await findSessionPerson(token, now)).toBeUndefined();
  expect(await prisma().emailChange.count({ where: { personId: id } })).toBe(0);
  const from = { email, address };
  expect(await signIn({ ...from, password: current }, now)).toEqual({ refused: "wrong" });
  expect(await signIn({ ...from, password }, now)).toHaveProperty("session");
});

test("the new password is validated, and of two concurrent changes one succeeds", async () => {
  const { email, here, change } = await signedInTwice();
  await expect(change({ password: "corta" })).rejects.toMatchObject(refused("too_short", "password"));
  await expect(change({ password: `${email} ${email}` })).rejects.toMatchObject(
    refused("too_common", "password"),
  );
  expect(await findSessionPerson(here.token, now)).toBeDefined();
  const both = await Promise.allSettled([change(), change({ password: "otra frase bastante larga" })]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({
    reason: refused("wrong", "current"),
  });
});

test("attempts are limited without locking out sign-ins", async () => {
  const { email, here, change } = await signedInTwice();
  for (let at = 0; at < 10; at++)
    await expect(change({ current: "x" })).rejects.toMatchObject(refused("wrong", "current"));
  await expect(change()).rejects.toMatchObject(refused("limited"));
  expect(await findSessionPerson(here.token, now)).toBeDefined();
  expect(await signIn({ email, password: current, address }, now)).toHaveProperty("session");
});
