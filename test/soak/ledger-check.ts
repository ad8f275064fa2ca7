import { setTimeout as wait } from "node:timers/promises";
import type { Family } from "./enroll-families";
import type { TestDeployment } from "./test-deployment";

type LedgerSource = Pick<TestDeployment, "query" | "resend">;

export type LedgerCounts = Record<string, number>;

/**
 * Waits until no message is queued, or none was sent for some seconds; jobs of a dead worker are freed at
 * once.
 */
export async function waitForMessages(school: LedgerSource, seconds: number) {
  let minQueued = Number.POSITIVE_INFINITY;
  for (let second = 0; second < seconds; second++) {
    const [row] = await school.query<{ n: number }>(
      "select count(*)::int as n from mail_messages where state = 'queued'",
    );
    if (row?.n === 0) return;
    if (row && row.n < minQueued) [minQueued, second] = [row.n, 0];
    await school.query(
      `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute', start_after = least(start_after, now())
       where name = 'mail' and state in ('active', 'retry') and heartbeat_on < now() - interval '12 seconds' or state = 'retry'`,
    );
    await wait(1000);
  }
}

type Row = { reference: string; email: string; people: number; messages: string[]; unsent: number };

const STORED = `
  select e.reference, p.email,
    1 + (select count(*)::int from guardianships g join people o on o.id = g.guardian_id where g.student_id = p.id) as people,
    coalesce((select jsonb_agg(o.email order by o.email) from mail_messages m join people o on o.id = m.person_id
      where m.enrollment_id = e.id), '[]') as messages,
    (select count(*)::int from mail_messages m where m.enrollment_id = e.id and m.state <> 'sent') as unsent
  from enrollments e join people p on p.id = e.student_id`;

/** Compares responses, database and provider. All numbers but the first two must be 0. */
export async function checkLedger(school: LedgerSource, families: Family[]): Promise<LedgerCounts> {
  const rows = await school.query<Row>(STORED);
  const byEmail = Map.groupBy(rows, ({ email }) => email);
  const delivered = Map.groupBy(school.resend.accepted, ({ email }) => email.to[0]);
  const [{ people } = { people: 0 }] = await school.query<{ people: number }>(
    "select count(*)::int as people from people",
  );
  const expectedPeople = families.reduce((sum, { body }) => sum + addressesOf(body).length, 0);
  const stored = (family: Family) => byEmail.get(family.body.student_email as string) ?? [];
  const count = (test: (family: Family) => boolean) => families.filter(test).length;
  return {
    families: families.length,
    tries: families.reduce((sum, { tries }) => sum + tries, 0),
    "never told 201": count(({ references }) => references.size === 0),
    "wrongly answered": count(({ wrong }) => wrong.length > 0),
    lost: count((family) => stored(family).length === 0),
    doubled: count((family) => stored(family).length > 1 || family.references.size > 1),
    "told another reference": count((family) => !family.references.has(stored(family)[0]?.reference ?? "")),
    half: count((family) => stored(family).some((row) => !isComplete(row, family))),
    "stored for nobody": rows.length - families.length,
    "people for nobody": people - expectedPeople,
    "mails not sent": rows.reduce((sum, { unsent }) => sum + unsent, 0),
    "mails lost": families.flatMap(({ body }) => addressesOf(body)).filter((to) => !delivered.has(to)).length,
    "mails doubled": [...delivered.values()].filter((mails) => mails.length > 1).length,
  };
}

/** Non-zero entries. */
export const findDiscrepancies = (ledger: LedgerCounts) =>
  Object.entries(ledger).filter(([name, value]) => name !== "families" && name !== "tries" && value !== 0);

function isComplete({ people, messages }: Row, { body }: Family): boolean {
  const addresses = addressesOf(body).sort();
  return people === addresses.length && JSON.stringify(messages) === JSON.stringify(addresses);
}

function addressesOf(body: Family["body"]): string[] {
  const fields = body as Partial<Record<string, unknown>>;
  return ["student_email", "guardian_email", "second_guardian_email"].flatMap((field) =>
    fields[field] === undefined ? [] : [String(fields[field])],
  );
}
