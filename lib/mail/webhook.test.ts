import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test, vi } from "vitest";

const SECRET = `whsec_${Buffer.from("a secret of the tests' own......").toString("base64")}`;
vi.hoisted(() => {
  process.env.RESEND_WEBHOOK_SECRET = `whsec_${Buffer.from("a secret of the tests' own......").toString("base64")}`;
});

import { createSignedEvent } from "@/e2e/support/servers/resend-stand-in";
import { changeMessageEmail, resendMailMessage } from "@/lib/desk/mail/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { attemptMail, enrollAndListMails, readMessage } from "@/test/support/domain/mail";
import { commandActor } from "@/test/support/domain/staff";
import { startApi } from "@/test/support/servers/api";

await seedDemoSchool();
const api = await startApi();
afterAll(() => api.stop());

const post = ({ body, headers }: ReturnType<typeof createSignedEvent>) =>
  fetch(`${api.base}/api/webhooks/resend`, { method: "POST", body, headers });

/** A sent message with Resend's id. */
async function aSentMessage() {
  const body = anAdult();
  const { adult_student: id } = (await enrollAndListMails(body)) as { adult_student: string };
  await attemptMail(id);
  const providerId = randomUUID();
  await prisma().mailMessage.update({ where: { id }, data: { providerId } });
  return { id, providerId, to: body.student_email };
}

const event = (type: string, email_id: string, more: object = {}, created_at = new Date().toISOString()) => ({
  type: `email.${type}`,
  created_at,
  data: { email_id, to: [], tags: {}, ...more },
});

test("a delivery event is saved with its time", async () => {
  const { id, providerId } = await aSentMessage();
  const at = "2026-11-20T10:00:00.000Z";
  expect((await post(createSignedEvent(SECRET, event("delivered", providerId, {}, at)))).status).toBe(200);
  expect(await readMessage(id)).toMatchObject({ state: "delivered", deliveredAt: new Date(at) });
});

describe("refused", () => {
  test.each<[string, (message: { providerId: string }) => ReturnType<typeof createSignedEvent>]>([
    [
      "forged: another secret",
      (m) => createSignedEvent("whsec_c29tZSBvdGhlciBzZWNyZXQ=", event("delivered", m.providerId)),
    ],
    [
      "forged: a body that was changed",
      (m) => ({
        ...createSignedEvent(SECRET, event("delivered", "other")),
        body: JSON.stringify(event("delivered", m.providerId)),
      }),
    ],
    [
      "stale: ten minutes old",
      (m) => createSignedEvent(SECRET, event("delivered", m.providerId), { at: Date.now() - 600_000 }),
    ],
    [
      "from the future",
      (m) => createSignedEvent(SECRET, event("delivered", m.providerId), { at: Date.now() + 600_000 }),
    ],
    ["unsigned", (m) => ({ body: JSON.stringify(event("delivered", m.providerId)), headers: {} })],
  ])("%s", async (_, make) => {
    const message = await aSentMessage();
    const answer = await post(make(message));
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.code).toBe("bad_request");
    expect((await readMessage(message.id)).state).toBe("sent");
  });

  test("every request without a configured secret", async () => {
    env.RESEND_WEBHOOK_SECRET = undefined;
    expect((await post(createSignedEvent(SECRET, event("delivered", "x")))).status).toBe(404);
    env.RESEND_WEBHOOK_SECRET = SECRET;
  });
});

test("a replayed event gets the same response and changes nothing", async () => {
  const { id, providerId, to } = await aSentMessage();
  const bounced = createSignedEvent(SECRET, event("bounced", providerId, { to: [to] }));
  expect((await post(bounced)).status).toBe(200);
  await prisma().mailSuppression.deleteMany({ where: { emailKey: to } });
  const before = await readMessage(id);
  expect((await post(bounced)).status).toBe(200);
  expect(await readMessage(id)).toEqual(before);
  expect(await prisma().mailSuppression.count({ where: { emailKey: to } })).toBe(0);
});

test("late events sent and delayed never overwrite delivered, but their times are saved", async () => {
  const { id, providerId } = await aSentMessage();
  for (const type of ["delivered", "delivery_delayed", "sent"]) {
    await post(createSignedEvent(SECRET, event(type, providerId)));
  }
  expect(await readMessage(id)).toMatchObject({ state: "delivered", delayedAt: expect.any(Date) });
});

test("an event before the worker's own result is matched by tag, and the message not sent again", async () => {
  const { adult_student: id } = (await enrollAndListMails(anAdult())) as { adult_student: string };
  const providerId = randomUUID();
  await post(createSignedEvent(SECRET, event("delivered", providerId, { tags: { message_id: id } })));
  expect(await readMessage(id)).toMatchObject({ state: "delivered", providerId, attempts: 0 });
  await attemptMail(id);
  expect(await readMessage(id)).toMatchObject({ state: "delivered", attempts: 0 });
});

test("a bounce stops sending to that address until the person has another one", async () => {
  const { id, providerId, to } = await aSentMessage();
  await post(createSignedEvent(SECRET, event("bounced", providerId, { to: [to.toUpperCase()] })));
  expect(await readMessage(id)).toMatchObject({ state: "bounced", bouncedAt: expect.any(Date) });
  expect(await resendMailMessage({ message: id }, commandActor)).toEqual({ outcome: "suppressed" });

  expect(await changeMessageEmail({ message: id, email: `new.${to}` }, commandActor)).toBe(true);
  const { outcome, id: copyId } = await resendMailMessage({ message: id }, commandActor);
  expect(outcome).toBe("queued again");
  await attemptMail(copyId as string);
  expect((await readMessage(copyId as string)).state).toBe("sent");
});

test("a complaint stops sending to that address too", async () => {
  const { id, providerId, to } = await aSentMessage();
  await post(createSignedEvent(SECRET, event("complained", providerId, { to: [to] })));
  expect(await readMessage(id)).toMatchObject({ state: "complained", complainedAt: expect.any(Date) });
  expect(await prisma().mailSuppression.findMany({ where: { emailKey: to } })).toMatchObject([
    { reason: "complained" },
  ]);
  expect(await resendMailMessage({ message: id }, commandActor)).toEqual({ outcome: "suppressed" });
});

test("a message queued before the bounce is not sent after it", async () => {
  const body = anAdult();
  const { adult_student: id } = (await enrollAndListMails(body)) as { adult_student: string };
  await post(createSignedEvent(SECRET, event("bounced", "some-other-mail", { to: [body.student_email] })));
  await prisma().mailSuppression.create({ data: { emailKey: body.student_email, reason: "bounced" } });
  await attemptMail(id);
  expect(await readMessage(id)).toMatchObject({ state: "failed", lastError: "address_suppressed" });
});

test("events of unknown types, messages or shapes are accepted and ignored", async () => {
  for (const invalidEvent of [
    event("opened", "x"),
    { type: "contact.created" },
    [],
    event("delivered", "unknown"),
  ]) {
    expect((await post(createSignedEvent(SECRET, invalidEvent))).status).toBe(200);
  }
});
