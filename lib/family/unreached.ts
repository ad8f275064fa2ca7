import { Prisma } from "@/generated/prisma/client";
import { DecisionError } from "@/lib/decisions/refusal";
import { toEmailKey, maskEmail } from "@/lib/mail/addresses";
import { changeEmail } from "@/lib/mail/change-address";
import { oneTimeKinds } from "@/lib/mail/kinds";
import { resendInTransaction } from "@/lib/mail/outbox";
import { isMinor } from "@/lib/people/accounts/access";
import { writeAuditEntry } from "@/lib/people/audit";
import { tryConsumeAttempts } from "@/lib/people/limits";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

/** Somebody whom a message did not reach, for whoever gave their address. */
export type UndeliveredPerson = {
  id: string;
  /** Enough of the address to recognise a mistake in it. */
  email: string;
  /** Null of a second guardian, of whom the address alone is known. */
  name: string | null;
  isOwn: boolean;
};

/**
 * Whom the school's messages do not reach, for somebody to correct: themselves, their children under age, and
 * the second guardians whom they named, unless the desk's mark keeps the two apart. Who has a password sees to
 * their own address.
 */
export async function listUndelivered(
  personId: string,
  now: Date,
  db: Prisma.TransactionClient = prisma(),
): Promise<UndeliveredPerson[]> {
  const { time_zone } = await getSettings();
  const rows = await db.$queryRaw<{ id: string; email: string; name: string | null; child: Date | null }[]>`
    with child as (
      select s.id, s.birth_date, g.kept_apart from guardianships g join people s on s.id = g.student_id
      where g.guardian_id = ${personId}::uuid and g.position = 1 and g.denied_at is null),
    person as (
      select ${personId}::uuid as id, null::date as child
      union select id, birth_date from child where not exists (select from accounts a where a.person_id = child.id)
      union select g.guardian_id, child.birth_date from guardianships g join child on child.id = g.student_id
        where g.position > 1 and g.confirmed_at is null and g.denied_at is null
          and not g.kept_apart and not child.kept_apart and not exists (select from accounts a where a.person_id = g.guardian_id))
    select distinct on (p.id) p.id, p.email, p.name, person.child from person join people p using (id)
    where exists (${lastUndeliveredSql(Prisma.sql`p.id`)}) order by p.id, person.child desc`;
  const today = getToday(time_zone, now);
  return rows
    .filter(({ id, child }) => id === personId || isMinor(child, today))
    .map(({ id, email, name }) => ({ id, email: maskEmail(email), name, isOwn: id === personId }));
}

/** The last message to somebody, where it did not arrive at the address that they have now. */
const lastUndeliveredSql = (id: Prisma.Sql) => Prisma.sql`
  select m.id from mail_messages m
  where m.person_id = ${id} and m.state in ('failed', 'bounced', 'complained')
    and m.kind::text <> all(${oneTimeKinds})
    and coalesce(m.last_error, '') not in ('address_changed', 'not_theirs', 'no_mailbox', 'erased', 'kept_apart')
    and not exists (select from mail_messages n where n.person_id = m.person_id and n.created_at > m.created_at
      and n.kind::text <> all(${oneTimeKinds}))`;

/** Sends again what did not arrive, in the caller's transaction, now that there is another address. */
export async function resendUndeliveredTo(tx: Prisma.TransactionClient, personId: string): Promise<void> {
  const lost = await tx.$queryRaw<{ id: string }[]>(lastUndeliveredSql(Prisma.sql`${personId}::uuid`));
  for (const { id } of lost) await resendInTransaction(tx, id);
}

/**
 * Corrects the address of a child or a second guardian whom no message has reached, and sends what did not
 * arrive. An address of somebody else's is refused without saying so of whom; tries are few.
 *
 * @throws DecisionRefusal `not_their_own` when it is not theirs to correct (any more)
 */
export async function correctUndeliveredEmail(
  personId: string,
  otherId: string,
  email: string,
  now: Date,
): Promise<"corrected" | "refused" | "limited"> {
  if (!(await tryConsumeAttempts({ "link account": `correct ${personId}` }))) return "limited";
  return prisma().$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from people where id = ${otherId}::uuid for update`;
    const found = await listUndelivered(personId, now, tx);
    if (!found.some(({ id, isOwn }) => id === otherId && !isOwn)) throw new DecisionError("not_their_own");
    const before = await tx.person.findUniqueOrThrow({ where: { id: otherId }, select: { email: true } });
    if (toEmailKey(before.email) === toEmailKey(email)) return "refused";
    if ("taken" in (await changeEmail(tx, otherId, email, now))) return "refused";
    await resendUndeliveredTo(tx, otherId);
    await writeAuditEntry(tx, {
      actor: { kind: "family", id: personId },
      action: "email_changed",
      object: { kind: "person", id: otherId },
      values: { email: [before.email, email] },
    });
    return "corrected";
  });
}
