import { Prisma } from "@/generated/prisma/client";
import { applyFamilyTransition } from "@/lib/decisions/family/verbs";
import { lockPersonEnrollments } from "@/lib/decisions/status";
import { GENERATED_EMAIL_DOMAIN } from "@/lib/mail/addresses";
import { revokeLinks } from "@/lib/mail/mail-link";
import { enqueueNotice } from "@/lib/mail/notices";
import { consumeToken, findSetupPerson } from "@/lib/people/accounts/sessions";
import { writeFamilyEntry } from "@/lib/people/audit-log";
import { prisma } from "@/lib/platform/database/prisma";

/**
 * The role of the link's reader; `isNotified`: the school has told the family its decision, so disowning is no longer possible.
 * @returns undefined when the link is closed or a password is set, which accepts the enrollment
 */
export async function readDisownRequest(token: string, now: Date) {
  const person = await findSetupPerson(token, now);
  if (!person || person.hasAccount) return;
  const role = await findNamedRole(prisma(), person.id);
  return role && { email: person.email, as: role.as, isNotified: role.isNotified };
}

/**
 * "This was not me" (families 7). For the first guardian or adult student it withdraws the enrollments sent in their
 * name and releases their e-mails and documents; for a second guardian it removes that guardian, for a child the
 * address. The school is notified; of two requests at once one counts.
 */
export async function disown(token: string, now: Date): Promise<"done" | "notified" | "closed"> {
  const person = await findSetupPerson(token, now);
  if (!person || person.hasAccount) return "closed";
  return prisma().$transaction(async (tx) => {
    await lockPersonEnrollments(tx, person.id);
    const role = await findNamedRole(tx, person.id);
    if (role?.isNotified) return "notified";
    if (!role || !(await consumeToken(tx, token, now))) return "closed";
    const { as, enrollments } = role;
    const actor = { kind: "family", id: person.id } as const;
    if (as === "sender") await releaseFamily(tx, person.id, now);
    else await releaseEmails(tx, [person.id], now);
    if (as === "guardian") await tx.guardianship.deleteMany({ where: { guardianId: person.id } });
    for (const { reference, state } of enrollments) {
      const withdrawal = { reference, to: "withdrawn", reason: "not_me" } as const;
      if (as === "sender" && state === "pending") await applyFamilyTransition(tx, withdrawal, actor, now);
      await writeFamilyEntry(tx, person.id, "disowned", reference);
    }
    const references = enrollments.filter(({ test }) => !test).map(({ reference }) => reference);
    if (references.length > 0) await enqueueNotice(tx, { kind: "not_me", as, references });
    return "done";
  });
}

const enrollmentColumns = { reference: true, state: true, toldVersion: true, test: true } as const;

async function findNamedRole(db: Prisma.TransactionClient, personId: string) {
  const find = (student: Prisma.PersonWhereInput) =>
    db.enrollment.findMany({ where: { student }, orderBy: { reference: "asc" }, select: enrollmentColumns });
  const sent = await find({
    OR: [
      { id: personId, guardians: { none: {} } },
      { guardians: { some: { guardianId: personId, position: 1 } } },
    ],
  });
  const isNotified = sent.some(({ state, toldVersion }) => state !== "withdrawn" && toldVersion > 0);
  if (sent.length > 0) return { as: "sender" as const, enrollments: sent, isNotified };

  const asGuardian = await find({ guardians: { some: { guardianId: personId } } });
  if (asGuardian.length > 0) return { as: "guardian" as const, enrollments: asGuardian, isNotified: false };
  const asStudent = await find({ id: personId });
  if (asStudent.length > 0) return { as: "student" as const, enrollments: asStudent, isNotified: false };
}

/** Releases the sender, the children and people named for them alone; not people with a password. */
async function releaseFamily(tx: Prisma.TransactionClient, personId: string, now: Date) {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    with child as (select student_id from guardianships where guardian_id = ${personId}::uuid and position = 1)
    select p.id from people p
    where not exists (select from accounts a where a.person_id = p.id) and (
      p.id = ${personId}::uuid or p.id in (select student_id from child) or (
        p.id in (select g.guardian_id from guardianships g join child using (student_id))
        and not exists (select from enrollments e where e.student_id = p.id)
        and not exists (select from guardianships g where g.guardian_id = p.id
          and g.student_id not in (select student_id from child))))`;
  const ids = rows.map(({ id }) => id);
  await releaseEmails(tx, ids, now);
  await tx.person.updateMany({
    where: { id: { in: ids } },
    data: { documentType: null, document: null, documentKey: null },
  });
}

async function releaseEmails(tx: Prisma.TransactionClient, ids: string[], now: Date) {
  for (const id of ids) {
    const email = `${id}@${GENERATED_EMAIL_DOMAIN}`;
    await tx.person.update({ where: { id }, data: { email, emailKey: email }, select: { id: true } });
  }
  await revokeLinks(tx, ids, now);
  await tx.mailMessage.updateMany({
    where: { personId: { in: ids }, state: "queued" },
    data: { state: "failed", failedAt: now, lastError: "not_theirs", payload: Prisma.DbNull },
  });
}
