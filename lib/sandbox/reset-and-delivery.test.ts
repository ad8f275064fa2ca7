import { expect, test } from "vitest";
import { createApiKey, defaultScopes, findApiKeys } from "@/lib/api/keys";
import { deliverMessage, simulateDelivery } from "@/lib/mail/delivery";
import { prepareMessage } from "@/lib/mail/prepare-message";
import type { OutgoingMail } from "@/lib/mail/transports";
import { getPool } from "@/lib/platform/database/prisma";
import { withSandbox } from "@/lib/platform/sandbox";
import { erasePerson } from "@/lib/privacy/verbs";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { countLockWaiters } from "@/test/support/database/locks";
import { enrollAndListMails } from "@/test/support/domain/mail";
import { deleteSandboxData } from "./writes";

// Reset, erasure and mail delivery at once. Another session holds what both wait for, so that each has taken its first
// locks before either goes on.
const now = new Date();
await seedDemoSchool();
const key = await createApiKey({ name: "tester", scopes: defaultScopes, expiresAt: null, mode: "test" });
const sandboxId = (await findApiKeys(key))[0]?.id as number;

const within = <T>(work: () => T) => withSandbox({ sandboxId }, work);

async function aMessage() {
  const { adult_student: id } = (await within(() => enrollAndListMails(anAdult()))) as {
    adult_student: string;
  };
  const { rows } = await getPool().query("select person_id as person from all_mail_messages where id = $1", [
    id,
  ]);
  return { id, personId: rows[0].person as string };
}

/** Runs both while somebody else holds a lock, which goes when both wait for one. */
async function atOnce(lock: string, works: (() => Promise<unknown>)[], then?: string) {
  const other = await getPool().connect();
  await other.query("begin");
  await other.query(lock);
  const running: Promise<unknown>[] = [];
  for (const work of works) {
    running.push(work());
    await expect.poll(countLockWaiters).toBe(running.length);
  }
  if (then) await other.query(then);
  await other.query("commit");
  other.release();
  return Promise.allSettled(running);
}

const receive = (id: string) =>
  simulateDelivery({ id, payload: { to: "a@example.org" } } as OutgoingMail, now);
const lockMail = ({ id }: { id: string }) => `select from all_mail_messages where id = '${id}' for update`;
type Message = { id: string; personId: string };

test.each([
  ["what became of a mail, then a reset", (m: Message) => [() => within(() => receive(m.id)), reset]],
  ["a reset, then what became of a mail", (m: Message) => [reset, () => within(() => receive(m.id))]],
  [
    "a reset, then a mail that is written",
    (m: Message) => [reset, () => within(() => prepareMessage(m.id, now))],
  ],
  [
    "a mail that is written, then a reset",
    (m: Message) => [() => within(() => prepareMessage(m.id, now)), reset],
  ],
  [
    "what became of a mail, then an erasure",
    (m: Message) => [() => within(() => receive(m.id)), () => erase(m)],
  ],
  [
    "an erasure, then what became of a mail",
    (m: Message) => [() => erase(m), () => within(() => receive(m.id))],
  ],
])("%s: neither waits for the other for ever", async (_, works) => {
  const message = await aMessage();
  const outcomes = await atOnce(lockMail(message), works(message));
  expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
});

const reset = () => deleteSandboxData(sandboxId);
const erase = ({ personId }: Message) =>
  within(() => erasePerson(personId, { actor: { kind: "system" }, now }));

test("a message is complete although its person is deleted while it is read", async () => {
  const { id, personId } = await aMessage();
  const [outcome] = await atOnce(
    "lock table all_people in access exclusive mode",
    [() => deliverMessage(id, { now, lastTry: false })],
    `delete from all_enrollments where student_id = '${personId}'; delete from all_people where id = '${personId}'`,
  );
  expect(outcome).toEqual({ status: "fulfilled", value: "done" });
});
