import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const SECRET = `whsec_${Buffer.from("a secret of the tests' own......").toString("base64")}`;
vi.hoisted(() => {
  process.env.RESEND_WEBHOOK_SECRET = `whsec_${Buffer.from("a secret of the tests' own......").toString("base64")}`;
});

import { signedEvent } from "@/e2e/support/resend-stand-in";
import { changeMessageEmail, resendMailMessage } from "@/lib/desk/mail/verbs";
import { env } from "@/lib/platform/env";
import { prisma } from "@/lib/platform/database/prisma";
import { startApi } from "@/test/api";
import { anAdult } from "@/test/factories";
import { attempt, enroll, stored } from "@/test/mail";
import { aSchool } from "@/test/school";
import { command } from "@/test/staff";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  await aSchool();
  api = await startApi();
});
afterAll(() => api.stop());

const post = ({ body, headers }: ReturnType<typeof signedEvent>) =>
  fetch(`${api.base}/api/webhooks/resend`, { method: "POST", body, headers });

/** A message that has left, as Resend knows it. */
async function aSentMessage() {
  const body = anAdult();
  const { adult_student: id } = (await enroll(body)) as { adult_student: string };
  await attempt(id);
  const providerId = randomUUID();
  await prisma().mailMessage.update({ where: { id }, data: { providerId } });
  return { id, providerId, to: body.student_email };
}

const event = (type: string, email_id: string, more: object = {}, created_at = new Date().toISOString()) => ({
  type: `email.${type}`,
  created_at,
  data: { email_id, to: [], tags: {}, ...more },
});

test("delivery is noted with its time", async () => {
  const { id, providerId } = await aSentMessage();
  const at = "2026-11-20T10:00:00.000Z";
  expect((await post(signedEvent(SECRET, event("delivered", providerId, {}, at)))).status).toBe(200);
  expect(await stored(id)).toMatchObject({ state: "delivered", deliveredAt: new Date(at) });
});

describe("refused", () => {
  test.each<[string, (message: { providerId: string }) => ReturnType<typeof signedEvent>]>([
    [
      "forged: another secret",
      (m) => signedEvent("whsec_c29tZSBvdGhlciBzZWNyZXQ=", event("delivered", m.providerId)),
    ],
    [
      "forged: a body that was changed",
      (m) => ({
        ...signedEvent(SECRET, event("delivered", "other")),
        body: JSON.stringify(event("delivered", m.providerId)),
      }),
    ],
    [
      "stale: ten minutes old",
      (m) => signedEvent(SECRET, event("delivered", m.providerId), { at: Date.now() - 600_000 }),
    ],
    [
      "from the future",
      (m) => signedEvent(SECRET, event("delivered", m.providerId), { at: Date.now() + 600_000 }),
    ],
    ["unsigned", (m) => ({ body: JSON.stringify(event("delivered", m.providerId)), headers: {} })],
  ])("%s", async (_, make) => {
    const message = await aSentMessage();
    const answer = await post(make(message));
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.code).toBe("bad_request");
    expect((await stored(message.id)).state).toBe("sent");
  });

  test("everything, when no secret is set", async () => {
    env.RESEND_WEBHOOK_SECRET = undefined;
    expect((await post(signedEvent(SECRET, event("delivered", "x")))).status).toBe(404);
    env.RESEND_WEBHOOK_SECRET = SECRET;
  });
});

test("replayed: the same event again is answered alike and changes nothing", async () => {
  const { id, providerId, to } = await aSentMessage();
  const bounced = signedEvent(SECRET, event("bounced", providerId, { to: [to] }));
  expect((await post(bounced)).status).toBe(200);
  await prisma().mailSuppression.deleteMany({ where: { emailKey: to } });
  const before = await stored(id);
  expect((await post(bounced)).status).toBe(200);
  expect(await stored(id)).toEqual(before);
  expect(await prisma().mailSuppression.count({ where: { emailKey: to } })).toBe(0);
});

test("out of order: sent and delayed never overwrite delivered, their times are kept", async () => {
  const { id, providerId } = await aSentMessage();
  for (const type of ["delivered", "delivery_delayed", "sent"]) {
    await post(signedEvent(SECRET, event(type, providerId)));
  }
  expect(await stored(id)).toMatchObject({ state: "delivered", delayedAt: expect.any(Date) });
});

test("told before the worker itself knew: found by its tag, and not sent again", async () => {
  const { adult_student: id } = (await enroll(anAdult())) as { adult_student: string };
  const providerId = randomUUID();
  await post(signedEvent(SECRET, event("delivered", providerId, { tags: { message_id: id } })));
  expect(await stored(id)).toMatchObject({ state: "delivered", providerId, attempts: 0 });
  await attempt(id);
  expect(await stored(id)).toMatchObject({ state: "delivered", attempts: 0 });
});

test("a bounce stops sending to that address until the person has another one", async () => {
  const { id, providerId, to } = await aSentMessage();
  await post(signedEvent(SECRET, event("bounced", providerId, { to: [to.toUpperCase()] })));
  expect(await stored(id)).toMatchObject({ state: "bounced", bouncedAt: expect.any(Date) });
  expect(await resendMailMessage({ message: id }, command)).toEqual({ outcome: "suppressed" });

  expect(await changeMessageEmail({ message: id, email: `new.${to}` }, command)).toBe(true);
  const { outcome, id: again } = await resendMailMessage({ message: id }, command);
  expect(outcome).toBe("queued again");
  await attempt(again as string);
  expect((await stored(again as string)).state).toBe("sent");
});

test("a complaint stops sending to that address too", async () => {
  const { id, providerId, to } = await aSentMessage();
  await post(signedEvent(SECRET, event("complained", providerId, { to: [to] })));
  expect(await stored(id)).toMatchObject({ state: "complained", complainedAt: expect.any(Date) });
  expect(await prisma().mailSuppression.findMany({ where: { emailKey: to } })).toMatchObject([
    { reason: "complained" },
  ]);
  expect(await resendMailMessage({ message: id }, command)).toEqual({ outcome: "suppressed" });
});

test("what was queued before the bounce is not sent after it", async () => {
  const body = anAdult();
  const { adult_student: id } = (await enroll(body)) as { adult_student: string };
  await post(signedEvent(SECRET, event("bounced", "some-other-mail", { to: [body.student_email] })));
  await prisma().mailSuppression.create({ data: { emailKey: body.student_email, reason: "bounced" } });
  await attempt(id);
  expect(await stored(id)).toMatchObject({ state: "failed", lastError: "address_suppressed" });
});

test("events of other kinds, about others' messages or of a shape unknown are taken and left alone", async () => {
  for (const other of [
    event("opened", "x"),
    { type: "contact.created" },
    [],
    event("delivered", "unknown"),
  ]) {
    expect((await post(signedEvent(SECRET, other))).status).toBe(200);
  }
});
