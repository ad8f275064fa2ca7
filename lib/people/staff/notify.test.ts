import { beforeEach, expect, test } from "vitest";
import { findApiKeys } from "@/lib/api/keys";
import { createKey, rotateKey } from "@/lib/desk/keys/verbs";
import { readMailbox } from "@/lib/mail/mailbox";
import { type Notice, sendNotice } from "@/lib/mail/notices";
import { getPool } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anEmail } from "@/test/support/data/factories";
import { aMember, commandActor, getLinkToken } from "@/test/support/domain/staff";
import { STAFF_PASSWORD } from "@/test/support/domain/totp";
import { openStaffSession } from "./devices";
import type { Actor } from "./permissions";
import { verifyCode } from "./second-factor";
import { acceptInvitation, inviteMember, removeMember, resetFactor } from "./verbs";

const now = new Date("2026-11-22T09:30:00Z");

beforeEach(async () => {
  await seedDemoSchool();
  await getPool().query("delete from pgboss.job where name = 'notices'");
  await getPool().query("update staff_members set removed_at = now()");
});

/** Sends what is queued, as the worker does; gives what arrived, the newest last. */
async function arrived() {
  const { rows } = await getPool().query<{ id: string; data: Notice }>(
    "delete from pgboss.job where name = 'notices' returning id, data",
  );
  for (const { id, data } of rows) await sendNotice(id, data);
  const ids = rows.map(({ id }) => id);
  const { messages } = await readMailbox();
  return messages
    .filter(({ id }) => ids.includes(id))
    .map((message) => ({ ...message, text: message.text.replace(/\s+/g, " ") })); // lines are broken
}

test("desk 5: a sign-in with a new browser is notified in the member's language, except the first", async () => {
  const { id, email } = await aMember("secretary");
  const first = await openStaffSession("x", id, undefined, now);
  await openStaffSession("x", id, first, now);
  expect(await arrived()).toEqual([]);
  await openStaffSession("x", id, undefined, now);
  const [mail, ...more] = await arrived();
  expect([mail?.to, mail?.locale, more]).toEqual([email, "es", []]);
  expect(mail?.text).toContain("Hola, Marta");
  expect(mail?.text).toContain("El 22 de noviembre de 2026 a las 10:30 alguien"); // in Madrid
  expect(mail?.text).toMatch(/\/desk\/me\b/);
});

test("desk 4, 5: the fifth wrong code and a removed factor are notified once each", async () => {
  const { id, email } = await aMember("secretary");
  for (let wrong = 1; wrong <= 7; wrong++) await verifyCode(id, "000000", now);
  expect((await arrived()).map(({ kind, to }) => [kind, to])).toEqual([["staff_factor_stopped", email]]);
  await resetFactor({ member: id }, commandActor, now);
  expect((await arrived()).map(({ kind, to }) => [kind, to])).toEqual([["staff_factor_reset", email]]);
});

test("desk 5: only active administrators are notified of a new key or secret", async () => {
  const [admin, gone] = [await aMember("admin"), await aMember("admin"), await aMember("head")];
  const key = { key_name: "web de la escuela", scopes: ["catalogue:read" as const], mode: "live" as const };
  await createKey(key, commandActor, now);
  await removeMember({ member: gone.id }, commandActor, now);
  const [mail, ...more] = await arrived();
  expect([mail?.to, more]).toEqual([admin.email, []]);
  expect(mail?.text).toContain("«web de la escuela»");
  const [made] = await findApiKeys(key.key_name);
  await rotateKey({ id: made?.id as number, prefix: made?.prefix as string, overlap: 0 }, commandActor, now);
  expect(await arrived()).toHaveLength(1);
});

test("desk 42: invitations and new passwords are e-mailed with the displayed link, encrypted in the queue", async () => {
  const { actor } = await aMember("admin");
  const email = anEmail();
  const invite = (by: Actor = actor) => inviteMember({ email, role: "reader", locale: "ca" }, by);
  const used = { name: "Marta", password: STAFF_PASSWORD };

  const replaced = await invite();
  const link = await invite();
  const { rows } = await getPool().query<{ job: string }>(
    "select data::text as job from pgboss.job where name = 'notices'",
  );
  expect(rows).toHaveLength(2);
  for (const token of [replaced, link].map(getLinkToken)) expect(JSON.stringify(rows)).not.toContain(token);
  const [mail, ...more] = await arrived();
  expect([mail?.kind, mail?.to, mail?.locale, more]).toEqual(["staff_invited", email, "ca", []]);
  expect(mail?.text).toContain(link);

  await acceptInvitation(getLinkToken(link), used, new Date());
  const another = await invite();
  const [anew] = await arrived();
  expect([anew?.kind, anew?.text.includes(another)]).toEqual(["staff_password", true]);
  const spent = await invite();
  await acceptInvitation(getLinkToken(spent), used, new Date());
  expect(await arrived()).toEqual([]);
  await invite(commandActor); // prints it, before there need be any mail
  expect(await arrived()).toEqual([]);
});
