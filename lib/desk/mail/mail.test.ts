import { beforeEach, expect, test } from "vitest";
import {
  countMailByKind,
  listMail,
  listSuppressedAddresses,
  readMailInterruption,
} from "@/lib/desk/mail/queries";
import { removeSuppression, setMailPause } from "@/lib/desk/mail/verbs";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { deliverMessage, probeProvider } from "@/lib/mail/delivery";
import type { MailKind } from "@/lib/mail/mail-kinds";
import { getMailSuspension, resumeMail, suspendMail } from "@/lib/mail/pause";
import { recoverStrandedMessages } from "@/lib/mail/writes";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { withSandbox } from "@/lib/platform/sandbox";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";
import { aMember, commandActor } from "@/test/support/domain/staff";

const schoolYearId = (await seedDemoSchool()).next.id;
beforeEach(() => setMailPause({ paused: "no" }, commandActor));

/** Two queued messages with a job each. */
async function messages() {
  const { reference } = await enroll(
    [{ kind: "minor", submitted: aMinor({ school_year_id: schoolYearId }) }],
    { source: "form", locale: "es" },
  );
  return prisma().mailMessage.findMany({
    where: { enrollment: { reference } },
    select: { id: true, kind: true },
    orderBy: { kind: "asc" },
  }) as Promise<[Message, Message]>;
}

type Message = { id: string; kind: MailKind };

const attempt = (id: string) => deliverMessage(id, { now: new Date(), lastTry: true });
const stateOf = async (id: string) => (await prisma().mailMessage.findUniqueOrThrow({ where: { id } })).state;
const countJobs = async (id: string) =>
  (await getPool().query("select from pgboss.job where name = 'mail' and data ->> 'messageId' = $1", [id]))
    .rowCount;

test("desk 47: a pause stops all senders at once; waiting mail is kept and sent afterwards", async () => {
  const { actor } = await aMember("admin");
  const [first, second] = await messages();
  expect(await setMailPause({ paused: "yes" }, actor)).toBe(true);
  expect(await setMailPause({ paused: "yes" }, actor)).toBe(false);
  expect([await attempt(first.id), await stateOf(first.id)]).toEqual(["held", "queued"]);
  expect(await readMailInterruption(actor)).toMatchObject({
    reason: "paused",
    pausedBy: "Marta",
    waiting: 2,
  });

  await getPool().query("update mail_messages set created_at = created_at - interval '3 hours'");
  await getPool().query("delete from pgboss.job where name = 'mail'"); // done: the worker got `held`
  expect(await recoverStrandedMessages(new Date())).toBe(0);
  await suspendMail("401", new Date()); // a suspension by the provider meanwhile sends nothing when it ends
  await probeProvider(new Date());
  await resumeMail();
  await getPool().query("delete from pgboss.job where name = 'mail'");
  expect([await attempt(first.id), await getMailSuspension()]).toEqual(["held", undefined]);

  await getPool().query(
    "insert into pgboss.job (name, data, state) values ('mail', $1, 'active')",
    [{ messageId: second.id }], // its worker may have checked before the pause
  );
  await setMailPause({ paused: "no" }, actor);
  expect([await countJobs(first.id), await countJobs(second.id)]).toEqual([1, 2]);
  expect([await attempt(first.id), await stateOf(first.id)]).toEqual(["done", "sent"]);
  expect(await readMailInterruption(actor)).toBeUndefined();
  const entries = await prisma().auditEntry.findMany({
    where: { action: "mail_paused", actorId: actor.kind === "staff" ? actor.id : "" },
    orderBy: { id: "asc" },
    select: { values: { select: { old: true, new: true } } },
  });
  expect(entries.map(({ values }) => values)).toEqual([
    [{ old: "no", new: "yes" }],
    [{ old: "yes", new: "no" }],
  ]);
});

test("desk 47: a pause does not stop the mail of a sandbox", async () => {
  await setMailPause({ paused: "yes" }, commandActor);
  const { id: sandboxId } = await prisma().apiKey.create({
    data: { name: "trial", prefix: "mat_test_trial", hash: Buffer.from("t"), scopes: [] },
  });
  await withSandbox({ sandboxId }, async () => {
    const [message] = await messages();
    expect(await attempt(message.id)).toBe("done");
  });
});

test("desk 47: a day's mail is counted by kind and state, and undelivered mail of all days is listed", async () => {
  await getPool().query("delete from mail_messages");
  const sent = [...(await messages()), ...(await messages())];
  const setMessage = (index: number, time: string, state: string) =>
    getPool().query("update mail_messages set created_at = $2, state = $3::mail_state where id = $1", [
      sent[index]?.id,
      time,
      state,
    ]);
  // Madrid is two hours ahead of UTC then.
  await setMessage(0, "2026-07-01T22:00:00Z", "sent");
  await setMessage(1, "2026-07-02T21:59:59Z", "delivered");
  await setMessage(2, "2026-07-02T22:00:00Z", "bounced");
  await setMessage(3, "2026-07-01T21:59:59Z", "failed");
  const none = { waiting: 0, left: 0, arrived: 0, trouble: 0 };
  const expected = [sent[0], sent[1]].map((message, index) => ({
    kind: message?.kind,
    ...none,
    [index === 0 ? "left" : "arrived"]: 1,
  }));
  expect(await countMailByKind(commandActor, "2026-07-02")).toEqual(expect.arrayContaining(expected));
  const ids = async (filters: Parameters<typeof listMail>[1]) =>
    (await listMail(commandActor, filters)).messages.map(({ id }) => id);
  expect(await ids({ day: "2026-07-02" })).toEqual([sent[1]?.id, sent[0]?.id]);
  expect(await ids({ day: "2026-07-02", group: "arrived" })).toEqual([sent[1]?.id]);
  expect(await ids({ group: "trouble" })).toEqual([sent[2]?.id, sent[3]?.id]);
  expect(await ids({ after: sent[2]?.id })).not.toContain(sent[2]?.id);
});

test("desk 47: a suppressed address shows its person, and is restored with a recorded reason", async () => {
  const body = aMinor({ school_year_id: schoolYearId });
  const { reference } = await enroll([{ kind: "minor", submitted: body }], { source: "form", locale: "es" });
  const address = body.guardian_email.toLowerCase();
  await prisma().mailSuppression.create({ data: { emailKey: address, reason: "bounced" } });
  expect(await listSuppressedAddresses(commandActor)).toMatchObject([
    {
      address,
      reason: "bounced",
      name: `${body.guardian_name} ${body.guardian_surname}`,
      references: [reference],
    },
  ]);
  await expect(removeSuppression({ address, reason: " " }, commandActor)).rejects.toThrow("reason: required");
  await removeSuppression({ address, reason: "Ya funciona." }, commandActor);
  expect(await listSuppressedAddresses(commandActor)).toEqual([]);
  await expect(removeSuppression({ address, reason: "Otra vez." }, commandActor)).rejects.toThrow("gone");
  const [entry] = await prisma().auditEntry.findMany({
    where: { action: "address_lifted" },
    select: { objectKind: true, objectId: true, values: { select: { name: true, old: true, new: true } } },
  });
  const { id } = await prisma().person.findFirstOrThrow({ where: { email: body.guardian_email } });
  expect(entry).toMatchObject({ objectKind: "person", objectId: id });
  expect(entry?.values).toEqual(
    expect.arrayContaining([
      { name: "stopped", old: expect.any(String), new: null },
      { name: "reason", old: null, new: "Ya funciona." },
    ]),
  );
});

test.each([50, 101])(
  "desk 47: %i messages of a moment are listed page by page, each once, and after the last there is no further page",
  async (count) => {
    const kind = "withdrawn";
    await messages();
    await getPool().query("delete from mail_messages where kind = $1", [kind]);
    await getPool().query(
      `insert into mail_messages (id, kind, person_id, locale, state, created_at)
       select gen_random_uuid(), $1, (select id from people limit 1), 'es', 'sent', '2020-05-05 12:00Z'
       from generate_series(1, $2)`,
      [kind, count],
    );
    const listed: string[] = [];
    let pages = 0;
    for (let after: string | undefined, more = true; more; pages++) {
      const { messages, next } = await listMail(commandActor, { kind, after });
      listed.push(...messages.map(({ id }) => id));
      after = next;
      more = next !== undefined;
    }
    expect([pages, listed.length, new Set(listed).size]).toEqual([Math.ceil(count / 50), count, count]);
  },
);
