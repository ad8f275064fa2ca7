import { Prisma } from "@/generated/prisma/client";
import { DecisionError } from "@/lib/decisions/decision-error";
import { maskEmail, toEmailKey } from "@/lib/mail/addresses";
import { oneTimeKinds } from "@/lib/mail/mail-kinds";
import { changeEmail, enqueueMessage, resendInTransaction, sendEmailConfirmation } from "@/lib/mail/writes";
import { isMinor } from "@/lib/people/accounts/family-role";
import { writeAuditEntry } from "@/lib/people/audit-log";
import { tryConsumeAttempts, withAttemptLimit } from "@/lib/people/limits";
import { verifyPassword } from "@/lib/people/password-hash";
import { hashIfToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
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

/**
 * Corrects the address of a child or a second guardian whom no message has reached, and sends what did not
 * arrive. An address of somebody else's is refused without saying so of whom; tries are few.
 *
 * @throws DecisionError `not_their_own` when it is not theirs to correct (any more)
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

type EmailChangeRequest = { email: string; password: string; address: string };

/**
 * Writes to another address that somebody wants; until its link is pressed nothing changes, and the last wish
 * counts. Whether somebody has that address is not said here: only who reads its mail is told.
 *
 * @param wish the address by the form's rules, the password of now, and who asks (`getClientAddress`)
 * @throws AppError `unavailable` when too many passwords are being checked
 * @throws DecisionError `not_their_own` for a minor
 */
export async function requestEmailChange(
  personId: string,
  { email, password, address }: EmailChangeRequest,
  now: Date,
): Promise<"asked" | "same" | "wrong" | "limited"> {
  const person = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: { emailKey: true, birthDate: true, account: { select: { passwordHash: true } } },
  });
  const { time_zone } = await getSettings();
  if (isMinor(person.birthDate, getToday(time_zone, now))) throw new DecisionError("not_their_own");
  if (toEmailKey(email) === person.emailKey) return "same";
  const counted = { "password address": address, "password token": `e-mail ${personId}` };
  const stored = person.account?.passwordHash;
  const right = await withAttemptLimit(
    counted,
    async () => (await verifyPassword(password, stored)) || undefined,
  );
  if (right !== true) return right;
  await prisma().$transaction((tx) => sendEmailConfirmation(tx, personId, email, now));
  return "asked";
}

/** The address that a link would confirm; undefined when it is unknown, over, or replaced by a newer wish. */
export async function readRequestedEmail(token: string, now: Date): Promise<string | undefined> {
  return (await findEmailChange(prisma(), token, now))?.email;
}

/**
 * The link was pressed: the address is theirs, if nobody else has it by now. The one before is told, links that
 * went there die, and what never arrived is sent again.
 */
export async function confirmEmailChange(token: string, now: Date): Promise<"changed" | "taken" | "closed"> {
  return prisma().$transaction(async (tx) => {
    const found = await findEmailChange(tx, token, now);
    if (!found) return "closed";
    const { personId, email } = found;
    await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
    if (!(await findEmailChange(tx, token, now))) return "closed"; // of two presses the other one came first
    const before = await tx.person.findUniqueOrThrow({
      where: { id: personId },
      select: { email: true, locale: true },
    });
    const change = await changeEmail(tx, personId, email, now);
    if ("taken" in change) return "taken";
    const { locale } = before;
    await enqueueMessage(tx, { kind: "email_changed", personId, locale, toEmail: before.email });
    await resendUndeliveredTo(tx, personId);
    await writeAuditEntry(tx, {
      actor: { kind: "family", id: personId },
      action: "email_changed",
      object: { kind: "person", id: personId },
      values: { email: [before.email, email] },
    });
    return "changed";
  });
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
async function resendUndeliveredTo(tx: Prisma.TransactionClient, personId: string): Promise<void> {
  const lost = await tx.$queryRaw<{ id: string }[]>(lastUndeliveredSql(Prisma.sql`${personId}::uuid`));
  for (const { id } of lost) await resendInTransaction(tx, id);
}

async function findEmailChange(db: Prisma.TransactionClient, token: string, now: Date) {
  const hash = hashIfToken(token);
  if (!hash) return;
  const found = await db.emailChange.findUnique({
    where: { hash, expiresAt: { gt: now }, person: { erasedAt: null } },
    select: { personId: true, email: true },
  });
  return found ?? undefined;
}
