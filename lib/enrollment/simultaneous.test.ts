import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aDni, aMinor, anAdult, anEmail } from "@/test/support/data/factories";
import { type HttpResponse, retryWhileBusy } from "@/test/support/http/http-client";
import { startApi } from "@/test/support/servers/api";

await seedDemoSchool();
const api = await startApi();
afterAll(() => api.stop());

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

function tally(answers: HttpResponse[]) {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test("4.3-8: of twenty identical requests at once one is stored", async () => {
  const adult = anAdult();
  const answers = await Promise.all(times(20, () => retryWhileBusy(() => api.enrollAdult(adult))));
  expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
  expect(await prisma().person.count({ where: { email: adult.student_email } })).toBe(1);
});

test("4.4-8: of twenty identical requests at once one is stored, with its three people", async () => {
  const minor = aMinor({ guardians: 2 });
  const answers = await Promise.all(times(20, () => retryWhileBusy(() => api.enrollMinor(minor))));
  expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
  expect(await prisma().person.count({ where: { email: { in: emailsOf(minor) } } })).toBe(3);
});

test("4.4-8: two minors with each other's people in opposite order never deadlock", async () => {
  for (let round = 0; round < 40; round++) {
    const [a, b, c] = [anEmail("a"), anEmail("b"), anEmail("c")];
    const people = [
      { guardian_email: a, student_email: b, second_guardian_email: c },
      { guardian_email: c, student_email: a, second_guardian_email: b },
      { guardian_email: b, student_email: c, second_guardian_email: a },
    ];
    const answers = await Promise.all(people.map((own) => api.enrollMinor({ ...aMinor(), ...own })));
    expect(tally(answers)).toEqual({ 201: 1, 409: 2 });
  }
});

test("4.4-8: documents and e-mails in opposite order never deadlock", async () => {
  for (let round = 0; round < 40; round++) {
    const [email1, email2, document1, document2] = [anEmail(), anEmail(), aDni(), aDni()];
    const answers = await Promise.all([
      api.enrollAdult({ ...anAdult(), student_email: email1, student_document: document2 }),
      api.enrollMinor({ ...aMinor(), student_email: email2, guardian_document: document2 }),
      api.enrollMinor({ ...aMinor(), guardian_email: email2, student_document: document1 }),
      api.enrollAdult({ ...anAdult(), student_email: email1, student_document: document1 }),
    ]);
    expect(Object.keys(tally(answers))).toEqual(["201", "409"]);
  }
});

test("an Idempotency-Key sent twenty times at once: one enrollment, never two answers", async () => {
  const headers = { "Idempotency-Key": randomUUID() };
  const adult = anAdult();
  const answers = await Promise.all(
    times(20, () => retryWhileBusy(() => api.post("academic/adult_enrollment", adult, headers))),
  );
  const created = answers.filter(({ status }) => status === 201);
  const running = answers.filter(({ status }) => status === 409);
  expect(created.length + running.length).toBe(20);
  expect(new Set(created.map((answer) => answer.headers["enrollment-reference"])).size).toBe(1);
  expect(created.filter((answer) => !answer.headers["idempotency-replayed"]).length).toBe(1);
  expect(new Set(running.map(({ error }) => error?.code)).size).toBeLessThanOrEqual(1);
  for (const { error } of running) expect(error?.code).toBe("idempotency_in_progress");
  expect(await prisma().person.count({ where: { email: adult.student_email } })).toBe(1);
});

test("a hundred different requests at once are all stored, with their messages and jobs", async () => {
  const minors = times(100, () => aMinor({ guardians: 2 }));
  const answers = await Promise.all(minors.map((minor) => retryWhileBusy(() => api.enrollMinor(minor))));
  expect(tally(answers)).toEqual({ 201: 100 });
  const references = answers.map(({ headers }) => String(headers["enrollment-reference"]));
  expect(new Set(references).size).toBe(100);
  const messages = await prisma().mailMessage.findMany({
    where: { enrollment: { reference: { in: references } } },
    select: { id: true },
  });
  expect(messages.length).toBe(300);
  const jobs = await prisma().$queryRaw<{ message: string }[]>`
    select data ->> 'messageId' as message from pgboss.job where name = 'mail'`;
  const queued = new Set(jobs.map(({ message }) => message));
  expect(messages.filter(({ id }) => !queued.has(id))).toEqual([]);
});

test("a request waits for its turn while the pool is busy for longer than a connection takes to open", async () => {
  const busy = times(env.DATABASE_POOL_SIZE, () => getPool().query("select pg_sleep(2.5)"));
  const answers = await Promise.all([api.enrollAdult(anAdult()), api.enrollMinor(aMinor())]);
  expect(tally(answers)).toEqual({ 201: 2 });
  await Promise.all(busy);
});

function emailsOf({ guardian_email, student_email, second_guardian_email }: ReturnType<typeof aMinor>) {
  return [guardian_email, student_email, second_guardian_email].flatMap((email) => email ?? []);
}
