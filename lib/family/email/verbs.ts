import { Prisma } from "@/generated/prisma/client";
import { DecisionError } from "@/lib/decisions/decision-error";
import { maskEmail, toEmailKey } from "@/lib/mail/addresses";
import { getMailKind, mailKinds } from "@/lib/mail/mail-kinds";
import { changeEmail, enqueueMessage, resendInTransaction, sendEmailConfirmation } from "@/lib/mail/writes";
import { isMinor } from "@/lib/people/accounts/family-role";
import { writeAuditEntry } from "@/lib/people/audit-log";
import { tryConsumeAttempts, withAttemptLimit } from "@/lib/people/limits";
import { verifyPassword } from "@/lib/people/password-hash";
import { hashIfToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { getSchoolToday } from "@/lib/school/settings";

const oneTimeKinds = mailKinds.filter((kind) => getMailKind(kind).isOneTime);

/**
 * People with undelivered messages whose address this person may correct: themselves, minor children, and second
 * guardians named by them, unless the two are kept apart. People with a password correct their own address. The
 * addresses are partly hidden, but enough to recognise a mistake; a second guardian has no name.
 */
export async function listUndelivered(personId: string, now: Date, db: Prisma.TransactionClient = prisma()) {
  const today = await getSchoolToday(now);
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
  return rows
    .filter(({ id, child }) => id === personId || isMinor(child, today))
    .map(({ id, email, name }) => ({ id, email: maskEmail(email), name, isOwn: id === personId }));
}

/**
 * Corrects an undelivered address of a child or second guardian and sends the messages again. Refuses an address in use
 * without revealing its owner; attempts are limited.
 * @throws DecisionError `not_their_own`
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
    const people = await listUndelivered(personId, now, tx);
    if (!people.some(({ id, isOwn }) => id === otherId && !isOwn)) throw new DecisionError("not_their_own");
    const person = await tx.person.findUniqueOrThrow({ where: { id: otherId }, select: { email: true } });
    if (toEmailKey(person.email) === toEmailKey(email)) return "refused";
    if ("taken" in (await changeEmail(tx, otherId, email, now))) return "refused";
    await finishEmailChange(tx, personId, otherId, [person.email, email]);
    return "corrected";
  });
}

/**
 * Sends a confirmation link to a new address; nothing changes until it is opened, and the last request counts. The
 * answer does not reveal whether the address is in use.
 * @param request the new address, the current password and the client (`getClientAddress`)
 * @throws AppError `unavailable` when too many passwords are being checked
 * @throws DecisionError `not_their_own` for a minor
 */
export async function requestEmailChange(
  personId: string,
  { email, password, address }: { email: string; password: string; address: string },
  now: Date,
): Promise<"sent" | "same" | "wrong" | "limited"> {
  const person = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: { emailKey: true, birthDate: true, account: { select: { passwordHash: true } } },
  });
  const today = await getSchoolToday(now);
  if (isMinor(person.birthDate, today)) throw new DecisionError("not_their_own");
  if (toEmailKey(email) === person.emailKey) return "same";
  const attemptKeys = { "password address": address, "password token": `e-mail ${personId}` };
  const stored = person.account?.passwordHash;
  const attempt = await withAttemptLimit(
    attemptKeys,
    async () => (await verifyPassword(password, stored)) || undefined,
  );
  if (attempt !== true) return attempt;
  await prisma().$transaction((tx) => sendEmailConfirmation(tx, personId, email, now));
  return "sent";
}

/**
 * Changes the address after its link was opened, unless it is in use by now. Notifies the old address, revokes links
 * sent there and sends undelivered messages again.
 */
export async function confirmEmailChange(token: string, now: Date): Promise<"changed" | "taken" | "closed"> {
  return prisma().$transaction(async (tx) => {
    const request = await findEmailChange(token, now, tx);
    if (!request) return "closed";
    const { personId, email } = request;
    await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
    if (!(await findEmailChange(token, now, tx))) return "closed"; // of two presses the other one came first
    const person = await tx.person.findUniqueOrThrow({
      where: { id: personId },
      select: { email: true, locale: true },
    });
    const change = await changeEmail(tx, personId, email, now);
    if ("taken" in change) return "taken";
    const { locale } = person;
    await enqueueMessage(tx, { kind: "email_changed", personId, locale, toEmail: person.email });
    await finishEmailChange(tx, personId, personId, [person.email, email]);
    return "changed";
  });
}

/** A person's last message, if it was not delivered to the current address. */
const lastUndeliveredSql = (id: Prisma.Sql) => Prisma.sql`
  select m.id from mail_messages m
  where m.person_id = ${id} and m.state in ('failed', 'bounced', 'complained')
    and m.kind::text <> all(${oneTimeKinds})
    and coalesce(m.last_error, '') not in ('address_changed', 'not_theirs', 'no_mailbox', 'erased', 'kept_apart')
    and not exists (select from mail_messages n where n.person_id = m.person_id and n.created_at > m.created_at
      and n.kind::text <> all(${oneTimeKinds}))`;

/** Sends undelivered messages to the new address, and writes the audit entry. */
async function finishEmailChange(
  tx: Prisma.TransactionClient,
  actorId: string,
  personId: string,
  email: [old: string, now: string],
): Promise<void> {
  const messages = await tx.$queryRaw<{ id: string }[]>(lastUndeliveredSql(Prisma.sql`${personId}::uuid`));
  for (const { id } of messages) await resendInTransaction(tx, id);
  await writeAuditEntry(tx, {
    actor: { kind: "family", id: actorId },
    action: "email_changed",
    object: { kind: "person", id: personId },
    values: { email },
  });
}

/** The address that a link confirms; undefined when the link is unknown, expired or replaced. */
export async function findEmailChange(token: string, now: Date, db: Prisma.TransactionClient = prisma()) {
  const hash = hashIfToken(token);
  if (!hash) return;
  const request = await db.emailChange.findUnique({
    where: { hash, expiresAt: { gt: now }, person: { erasedAt: null } },
    select: { personId: true, email: true },
  });
  return request ?? undefined;
}
