import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RESEND_API_KEY = "re_test";
  process.env.MAIL_FROM = "Escuela <no-reply@escuela.example>";
});

import { startResendStandIn } from "@/e2e/support/servers/resend-stand-in";
import { resendMailMessage } from "@/lib/desk/mail/verbs";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { runReadinessChecks } from "@/lib/platform/health";
import { registry } from "@/lib/platform/metrics";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { attemptMail, enrollAndListMails, readMessage } from "@/test/support/domain/mail";
import { commandActor } from "@/test/support/domain/staff";
import { startAlertReceiver } from "@/test/support/servers/http-server";
import { probeProvider } from "./delivery";
import { getMailSuspension } from "./pause";
import { registerMailMetrics } from "./worker";
import { enqueueMessage, recoverStrandedMessages } from "./writes";

await seedDemoSchool();
const resend = await startResendStandIn();
env.MAIL_TRANSPORT = "resend";
process.env.RESEND_BASE_URL = resend.url;
afterAll(() => resend.stop());
beforeEach(() => {
  resend.always(() => "accept");
});

const createMessage = async () => (await enrollAndListMails(anAdult())).adult_student as string;
const takenFor = (id: string) => resend.accepted.filter(({ key }) => key === id);
const listAttempts = (id: string) => resend.requests.filter(({ key }) => key === id);

test("a message goes out with its id as idempotency key, to one recipient, without attachments", async () => {
  const body = anAdult();
  const { adult_student: id } = (await enrollAndListMails(body)) as { adult_student: string };
  expect(await attemptMail(id)).toBe("done");

  const [accepted] = takenFor(id);
  expect(accepted?.email).toMatchObject({
    from: "Escuela <no-reply@escuela.example>",
    to: [body.student_email],
    reply_to: "secretaria@escuela.example",
    tags: [{ name: "message_id", value: id }],
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  });
  expect(Object.keys(accepted?.email.headers ?? {})).not.toContain("List-Unsubscribe");
  expect(Object.keys(accepted?.email ?? {})).not.toContain("bcc");
  expect(accepted?.email.html).not.toMatch(/<img|src=|url\(/);
  expect(await readMessage(id)).toMatchObject({ state: "sent", providerId: accepted?.id, payload: null });
});

test("a message to many has List-Unsubscribe", async () => {
  const { personId, enrollmentId } = await readMessage(await createMessage());
  const tells = { subject: "Aviso", words: "Mañana no hay clase.", reader: "student" };
  const kind = "group_message";
  const id = await prisma().$transaction((tx) =>
    enqueueMessage(tx, { kind, personId, enrollmentId, locale: "es", tells }),
  );
  expect(await attemptMail(id)).toBe("done");
  expect(takenFor(id).map(({ email }) => email.headers)).toEqual([
    {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      "List-Unsubscribe": "<mailto:secretaria@escuela.example?subject=unsubscribe>",
    },
  ]);
});

describe("unknown outcomes and temporary errors are retried with the same key and payload", () => {
  test.each([429, 500, 409, "reset-before", "reset-after"] as const)("%s", async (failure) => {
    const id = await createMessage();
    resend.next(failure);
    expect(await attemptMail(id)).toBe("again");
    expect(await readMessage(id)).toMatchObject({ state: "queued", attempts: 1 });
    expect((await readMessage(id)).lastError).not.toContain("@");

    expect(await attemptMail(id)).toBe("done");
    const [first, second] = listAttempts(id);
    expect(second?.email).toEqual(first?.email);
    expect(takenFor(id)).toHaveLength(1);
    expect(await readMessage(id)).toMatchObject({ state: "sent", attempts: 2, lastError: null });
  });

  test("a request without a response times out and is retried", async () => {
    const id = await createMessage();
    resend.next("hang");
    expect(await attemptMail(id)).toBe("again");
    expect(await readMessage(id)).toMatchObject({ state: "queued", lastError: "unknown_outcome" });
    expect(await attemptMail(id)).toBe("done");
    expect(takenFor(id)).toHaveLength(1);
  });

  test("a slow response counts", async () => {
    const id = await createMessage();
    resend.next("slow");
    expect(await attemptMail(id)).toBe("done");
  });

  test("the payload of a retry stays the same when the school's name and sender change", async () => {
    const id = await createMessage();
    resend.next("reset-after");
    await attemptMail(id);
    env.MAIL_FROM = "Other <other@escuela.example>";
    expect(await attemptMail(id)).toBe("done");
    env.MAIL_FROM = "Escuela <no-reply@escuela.example>";
    expect(takenFor(id)).toHaveLength(1);
  });

  test("an unknown outcome is not retried after a day, when the provider has forgotten the key", async () => {
    const id = await createMessage();
    resend.next("reset-after");
    await attemptMail(id);
    await attemptMail(id, { now: new Date(Date.now() + 24 * 3600 * 1000) });
    expect(listAttempts(id)).toHaveLength(1);
    expect(await readMessage(id)).toMatchObject({
      state: "failed",
      lastError: "outcome_never_known",
      payload: null,
    });
  });
});

describe("permanent errors are visible, without their text, which can contain the address", () => {
  test.each([422, 400])("%i", async (status) => {
    const id = await createMessage();
    resend.next(status);
    expect(await attemptMail(id)).toBe("done");
    const message = await readMessage(id);
    expect(message).toMatchObject({ state: "failed", payload: null });
    expect(message.lastError).toMatch(new RegExp(`^${status} \\w+$`));
  });

  test("an error of the last attempt is final", async () => {
    const id = await createMessage();
    resend.next(500);
    expect(await attemptMail(id, { lastTry: true })).toBe("done");
    expect(await readMessage(id)).toMatchObject({ state: "failed", lastError: "500 internal_server_error" });
  });

  test("resending a failed message creates a new one, whose link replaces the old one", async () => {
    const id = await createMessage();
    resend.next(422);
    await attemptMail(id);
    const { id: copyId } = await resendMailMessage({ message: id }, commandActor);
    await attemptMail(copyId as string);
    expect(takenFor(copyId as string)).toHaveLength(1);
    const { personId } = await readMessage(id);
    const tokens = await prisma().setupToken.findMany({ where: { personId } });
    expect(tokens.filter(({ supersededAt }) => supersededAt === null)).toHaveLength(1);
    expect(tokens).toHaveLength(2);
  });
});

test.each([401, 403])(
  "a configuration error %i suspends the queue with one alert until a message is sent; none fails or is lost",
  async (status) => {
    const { url, alerts, close } = await startAlertReceiver();
    env.ALERT_URL = url;
    const [first, second] = [await createMessage(), await createMessage()];
    resend.always(() => status);
    expect(await attemptMail(first)).toBe("held");
    expect(await readMessage(first)).toMatchObject({
      state: "queued",
      firstAttemptAt: null,
      payload: null,
    });
    expect(await attemptMail(second, { lastTry: true })).toBe("held");
    expect(listAttempts(second)).toHaveLength(0);
    await probeProvider(new Date());
    expect(await getMailSuspension()).toMatchObject({ code: expect.stringContaining(String(status)) });
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toContain("No e-mail leaves");
    expect(alerts[0]).not.toContain("@");
    await getPool().query(
      "update mail_messages set created_at = created_at - interval '2 hours' where id = $1",
      [first],
    );
    expect(await recoverStrandedMessages(new Date())).toBe(0);

    registerMailMetrics();
    expect(await runReadinessChecks()).toMatchObject({ mail: expect.stringContaining(String(status)) });
    expect(await registry.metrics()).toMatch(
      /^matricula_mail_held_seconds 0\.\d+$|^matricula_mail_held_seconds [1-9]/m,
    );

    resend.always(() => "accept");
    env.MAIL_FROM = "Mended <mended@escuela.example>";
    await getPool().query("delete from pgboss.job where name = 'mail'");
    await probeProvider(new Date());
    env.MAIL_FROM = "Escuela <no-reply@escuela.example>";
    expect(await getMailSuspension()).toBeUndefined();
    expect(await runReadinessChecks()).toEqual({});
    expect(takenFor(first).map(({ email }) => email.from)).toEqual(["Mended <mended@escuela.example>"]);
    const jobs = await getPool().query(
      "select data ->> 'messageId' as id from pgboss.job where name = 'mail'",
    );
    expect(jobs.rows.map(({ id }) => id)).toContain(second);
    expect(await attemptMail(second)).toBe("done");
    close();
    env.ALERT_URL = undefined;
  },
);

test("two workers with the same job send one message", async () => {
  const id = await createMessage();
  resend.next("slow");
  const outcomes = await Promise.all([attemptMail(id), attemptMail(id)]);
  expect(outcomes).toEqual(["done", "done"]);
  expect(takenFor(id)).toHaveLength(1);
  expect(await prisma().setupToken.count({ where: { personId: (await readMessage(id)).personId } })).toBe(1);
});

test("4.4-9: a message to a generated address is never sent", async () => {
  const { minor_student: id } = (await enrollAndListMails(aMinor())) as { minor_student: string };
  const { personId } = await readMessage(id);
  const made = "0b5c@no-email.invalid";
  await prisma().person.update({ where: { id: personId }, data: { email: made, emailKey: made } });
  expect(await attemptMail(id)).toBe("done");
  expect(listAttempts(id)).toHaveLength(0);
  expect(await readMessage(id)).toMatchObject({ state: "failed", lastError: "no_mailbox" });
});

test("requests are a quarter of a second apart, for all workers together", async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, createMessage));
  const { rows } = await getPool().query(
    "select extract(epoch from greatest(next_at, now())) * 1000 as first from mail_pace",
  );
  const before = resend.requests.length;
  await Promise.all(ids.map((id) => attemptMail(id)));
  const times = resend.requests.slice(before).map(({ at }) => at);
  const early = times.filter((time, turn) => time < Number(rows[0].first) + turn * 250 - 10);
  expect([times.length, early]).toEqual([8, []]); // a busy machine makes it late, never early
});
