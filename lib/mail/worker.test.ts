import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { startResendStandIn } from "@/e2e/support/servers/resend-stand-in";
import { createApiKey, defaultScopes, findApiKeys } from "@/lib/api/keys";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { withSandbox } from "@/lib/platform/sandbox";
import { getProxyUrl, startFaultyProxy } from "@/test/soak/faulty-proxy";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { enrollAndListMails, readMessage } from "@/test/support/domain/mail";
import { stopChildren } from "@/test/support/processes/child-processes";
import { expireWorkers, startWorker as startAny } from "@/test/support/servers/worker";
import { recoverStrandedMessages } from "./writes";

await seedDemoSchool();
const resend = await startResendStandIn();
afterAll(async () => {
  await stopChildren();
  await resend.stop();
});

const startWorker = (environment: Record<string, string> = {}) =>
  startAny({
    APP_URL: "https://matricula.example",
    MAIL_TRANSPORT: "resend",
    RESEND_API_KEY: "re_test",
    RESEND_BASE_URL: resend.url,
    MAIL_FROM: "Escuela <no-reply@escuela.example>",
    ...environment,
  });

async function end(worker: ChildProcess, signal: NodeJS.Signals) {
  worker.kill(signal);
  await once(worker, "exit");
}

const takenFor = (id: string) => resend.accepted.filter(({ key }) => key === id);
const stateOf = async (id: string) => (await readMessage(id)).state;

test("kill -9 of a worker during sending loses and duplicates nothing", async () => {
  const first = await startWorker();
  resend.next("hang");
  const { adult_student: id } = (await enrollAndListMails(anAdult())) as { adult_student: string };
  await expect.poll(() => takenFor(id).length).toBe(1);
  await end(first, "SIGKILL");
  expect(await readMessage(id)).toMatchObject({ state: "queued", attempts: 1 });

  await expireWorkers();
  const second = await startWorker();
  await expect.poll(() => stateOf(id)).toBe("sent");
  expect(takenFor(id)).toHaveLength(1);
  expect(resend.requests.filter(({ key }) => key === id)).toHaveLength(2);
  await end(second, "SIGTERM");
});

test("two workers send each message once", async () => {
  const both = await Promise.all([startWorker(), startWorker()]);
  await expect.poll(() => prisma().workerBeat.count()).toBe(1); // one row for both: /metrics shows that a worker runs
  const ids = (
    await Promise.all(Array.from({ length: 4 }, () => enrollAndListMails(aMinor({ guardians: 2 }))))
  ).flatMap((messages) => Object.values(messages));
  await expect
    .poll(async () => (await Promise.all(ids.map(stateOf))).filter((state) => state !== "sent"))
    .toEqual([]);
  expect(ids).toHaveLength(12);
  expect(resend.requests.filter(({ key }) => ids.includes(key))).toHaveLength(12);
  await Promise.all(both.map((worker) => end(worker, "SIGTERM")));
});

test("integrators 16: sandbox and live messages do not wait for each other", async () => {
  const key = await createApiKey({ name: "tester", scopes: defaultScopes, expiresAt: null, mode: "test" });
  const sandboxId = (await findApiKeys(key))[0]?.id as number;
  const enrollTester = () => withSandbox({ sandboxId }, () => enrollAndListMails(anAdult()));
  const readState = async (id: string) =>
    (await getPool().query("select state from all_mail_messages where id = $1", [id])).rows[0]?.state;

  resend.always(() => "hang");
  const liveMessages = await Promise.all(Array.from({ length: 30 }, () => enrollAndListMails(anAdult())));
  const worker = await startWorker();
  await expect.poll(() => resend.requests.length).toBeGreaterThan(0);
  const { adult_student: testerMessage } = (await enrollTester()) as { adult_student: string };
  await expect.poll(() => readState(testerMessage)).toBe("delivered");
  const requested = liveMessages.filter(({ adult_student: id }) =>
    resend.requests.some(({ key }) => key === id),
  );
  expect(requested.length, "the first batch hangs still").toBeLessThanOrEqual(10);
  await end(worker, "SIGKILL");
  await getPool().query("delete from pgboss.job");
  await getPool().query("delete from all_mail_messages where state = 'queued'");
  resend.always(() => "accept");

  // The sandbox's worker waits until no other worker has its messages.
  await Promise.all(Array.from({ length: 12 }, enrollTester));
  const otherClient = await getPool().connect();
  await otherClient.query("begin");
  await otherClient.query("select from all_mail_messages where sandbox_id = $1 for update", [sandboxId]);
  const second = await startWorker();
  const { adult_student: family } = (await enrollAndListMails(anAdult())) as { adult_student: string };
  await expect.poll(() => stateOf(family)).toBe("sent");
  expect(await sandboxQueued(sandboxId)).toBe(12);
  await otherClient.query("rollback");
  otherClient.release();
  await expect.poll(() => sandboxQueued(sandboxId)).toBe(0);
  await end(second, "SIGTERM");
});

const sandboxQueued = async (sandboxId: number) => {
  const queued = "select from all_mail_messages where sandbox_id = $1 and state = 'queued'";
  return (await getPool().query(queued, [sandboxId])).rowCount;
};

test("a worker stops on request, also when its database hangs", async () => {
  const url = env.DATABASE_URL as string;
  const proxy = await startFaultyProxy(() => Number(new URL(url).port));
  const worker = await startWorker({ DATABASE_URL: getProxyUrl(url, proxy) });
  proxy.setCondition("hole");
  worker.kill("SIGTERM");
  await expect.poll(() => worker.exitCode).toBe(0);
  proxy.close();
});

test("a message without a job gets a new one; one that was tried before becomes failed", async () => {
  const { adult_student: untriedId } = (await enrollAndListMails(anAdult())) as { adult_student: string };
  const { adult_student: tried } = (await enrollAndListMails(anAdult())) as { adult_student: string };
  await getPool().query("delete from pgboss.job where state = 'created'");
  await prisma().mailMessage.update({
    where: { id: tried },
    data: { attempts: 31, firstAttemptAt: new Date(), toEmail: "other@example.com" },
  });

  expect(await recoverStrandedMessages(new Date())).toBe(0);
  expect(await recoverStrandedMessages(new Date(Date.now() + 2 * 3600 * 1000))).toBe(2);
  expect(await readMessage(tried)).toMatchObject({ state: "failed", lastError: "no_attempt_left" });
  const { toEmail } = await prisma().mailMessage.findUniqueOrThrow({ where: { id: tried } });
  expect(toEmail).toBeNull();
  const { rows } = await getPool().query(
    "select data from pgboss.job where state = 'created' and name = 'mail'",
  );
  expect(rows).toEqual([{ data: { messageId: untriedId } }]);
});
