import { Prisma } from "@/generated/prisma/client";
import { emptied } from "@/lib/enrollment/stored-answers";
import { GENERATED_EMAIL_DOMAIN } from "@/lib/mail/addresses";
import { multiEnrollmentKinds } from "@/lib/mail/mail-kinds";
import type { ErasurePlan } from "./queries";

/**
 * Empties rows and whatever else tells of these people, in the caller's transaction. Returns their messages' ids.
 * `erasedAt` has key owners told (prisma/sql/functions/record_student_erased.sql), and from then on the database
 * refuses whatever would be written about them (refuse_about_erased, refuse_observations_of_erased,
 * refuse_filling_erased).
 */
export async function emptyPeople(
  tx: Prisma.TransactionClient,
  plan: ErasurePlan,
  now: Date,
): Promise<string[]> {
  const people = { personId: { in: plan.people } };
  const ofTheirs = { reference: { in: plan.references } };
  await tx.$queryRaw`select 1 from people where id = any(${plan.people}::uuid[]) order by id for update`;
  await deleteAuditValues(tx, plan);
  await tx.account.deleteMany({ where: people }); // and with it sessions and known browsers
  await tx.setupToken.deleteMany({ where: people });
  await tx.answerLink.deleteMany({ where: people });
  await tx.signInLink.deleteMany({ where: people });
  await tx.draftOffer.deleteMany({ where: people });
  await tx.emailChange.deleteMany({ where: people });
  await tx.goingOn.deleteMany({ where: { studentId: { in: plan.people } } });
  await promoteOtherGuardian(tx, plan);
  for (const id of plan.people) {
    const email = `${id}@${GENERATED_EMAIL_DOMAIN}`;
    await tx.person.update({
      where: { id },
      data: { ...emptied.people, documentKey: null, email, emailKey: email, erasedAt: now },
      select: { id: true },
    });
  }
  // Theirs, and those of addresses that they had before: of whom nobody has there is nothing to be kept from.
  await tx.$executeRaw`delete from mail_suppressions s where not exists (
    select from people p where p.email_key = s.email_key)`;
  await tx.note.deleteMany({ where: { enrollment: ofTheirs } });
  await deleteLabels(tx, plan.references);
  await tx.decision.updateMany({
    where: { enrollment: ofTheirs },
    data: { words: null, internalReason: null },
  });
  await tx.correctionRequest.deleteMany({
    where: { OR: [people, { askedById: { in: plan.people } }] },
  });
  const either = [{ oneId: { in: plan.people } }, { otherId: { in: plan.people } }];
  await tx.differentPeople.deleteMany({ where: { OR: either } });
  await clearDisagreements(tx, { OR: [{ guardianId: { in: plan.people } }, { enrollment: ofTheirs }] });
  await clearQuestions(tx, ofTheirs, plan.people);
  await clearRoundData(tx, { OR: [people, { enrollment: ofTheirs }] }, ofTheirs);
  await tx.enrollment.updateMany({ where: ofTheirs, data: emptied.enrollments });
  await clearBulkInputs(tx, plan.references);
  const signed = { enrollment: { OR: [ofTheirs, { studentId: { in: plan.remainingChildren } }] } };
  await tx.paper.updateMany({ where: signed, data: { signedBy: "" } });
  await tx.export.deleteMany(); // files of the desk may name them: whoever needs one asks for it again
  await tx.dataRequest.updateMany({
    where: { ...people, settledAt: null },
    data: { settledAt: now, outcome: "done" },
  });
  return clearMessages(
    tx,
    { OR: [people, { enrollment: ofTheirs }, ...whereGroupMails(plan.references)] },
    now,
  );
}

/** That somebody disagreed, and whether it is settled, still decides who can be accepted. */
async function clearDisagreements(
  tx: Prisma.TransactionClient,
  where: Prisma.DisagreementWhereInput,
): Promise<void> {
  await tx.disagreement.updateMany({ where, data: { words: "" } });
  await tx.disagreement.updateMany({
    where: { AND: [where, { settledAt: { not: null } }] },
    data: { settlement: "" },
  });
}

/** That something was asked and answered stays, for it is still to be closed; the words of both go. */
async function clearQuestions(
  tx: Prisma.TransactionClient,
  enrollment: { reference: { in: string[] } },
  people: string[],
): Promise<void> {
  await tx.question.updateMany({ where: { enrollment }, data: { words: null, answer: null } });
  await tx.question.updateMany({
    where: { answeredById: { in: people } },
    data: { words: null, answer: null },
  });
}

/** The line stays in the list that was published by reference, with its total: the draw must be checked for ever. */
async function clearRoundData(
  tx: Prisma.TransactionClient,
  objections: Prisma.ObjectionWhereInput,
  enrollment: { reference: { in: string[] } },
): Promise<void> {
  await tx.objection.deleteMany({ where: objections });
  await tx.merit.deleteMany({ where: { enrollment } });
  await tx.roundMove.deleteMany({ where: { enrollment } });
  await tx.roundEntry.updateMany({ where: { enrollment }, data: { merits: [], wishes: [] } });
}

/** A label that nobody has any more goes with its last enrollment: it may have been made for this one. */
async function deleteLabels(tx: Prisma.TransactionClient, references: string[]) {
  const theirs = { enrollment: { reference: { in: references } } };
  const labels = await tx.enrollmentLabel.findMany({ where: theirs, select: { labelId: true } });
  await tx.enrollmentLabel.deleteMany({ where: theirs });
  const ids = labels.map(({ labelId }) => labelId);
  await tx.label.deleteMany({ where: { id: { in: ids }, enrollments: { none: {} } } });
}

/**
 * What was typed for many at once, of which they were one. From what has not begun they are taken out, and it is to be
 * said again; what runs forgets it when it ends; a label that others have stays known, to be taken off them again.
 */
async function clearBulkInputs(tx: Prisma.TransactionClient, references: string[]) {
  const theirs = { enrollment: { reference: { in: references } } };
  const begun = { status: "draft", rows: { some: theirs } } as const;
  await tx.bulkAction.updateMany({
    where: begun,
    data: { input: Prisma.DbNull, kind: null, version: { increment: 1 } },
  });
  await tx.bulkRow.deleteMany({ where: { bulk: begun, ...theirs } });
  await tx.$executeRaw`
    update bulk_actions a set input = null
    where a.input is not null and a.status in ('done', 'undone')
      and not (a.kind = 'label' and exists (select from labels l where l.name_key = lower(a.input ->> 'label')))
      and exists (select from bulk_rows r join enrollments e on e.id = r.enrollment_id
        where r.bulk_id = a.id and e.reference = any(${references}::text[]))`;
}

/** What many were written at once: it names them in a mail that is kept with a brother or sister. */
const whereGroupMails = (references: string[]) =>
  references.map((reference) => ({
    kind: { in: multiEnrollmentKinds },
    tells: { path: ["references"], array_contains: [reference] },
  }));

/** Their rows stay, for their states and times are counted; nothing of them leaves any more. */
async function clearMessages(
  tx: Prisma.TransactionClient,
  where: Prisma.MailMessageWhereInput,
  now: Date,
): Promise<string[]> {
  await tx.mailMessage.updateMany({
    where: { AND: [where, { state: "queued" }] },
    data: { state: "failed", failedAt: now, lastError: "erased" },
  });
  await tx.mailMessage.updateMany({
    where,
    data: { payload: Prisma.DbNull, tells: Prisma.DbNull, toEmail: null },
  });
  return (await tx.mailMessage.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** A child who stays has the remaining guardian as the first one. */
async function promoteOtherGuardian(
  tx: Prisma.TransactionClient,
  { people, remainingChildren }: ErasurePlan,
) {
  await tx.guardianship.deleteMany({
    where: { guardianId: { in: people }, studentId: { in: remainingChildren } },
  });
  await tx.$executeRaw`update guardianships g set position = 1 where student_id = any(${remainingChildren}::uuid[])
    and position = 2 and not exists (
      select 1 from guardianships first where first.student_id = g.student_id and first.position = 1)`;
}

/**
 * Values of the record: all about the people and their enrollments; of enrollments of children who stay those
 * that are the person's own, and all words and addresses. The entries, who did what and when, stay.
 */
async function deleteAuditValues(
  tx: Prisma.TransactionClient,
  { people, references, remainingChildren }: ErasurePlan,
) {
  await tx.$executeRaw`
    delete from audit_values v using audit_entries e
    where e.id = v.entry_id and (
      (e.object_kind = 'enrollment' and e.object_id = any(${references}::text[]))
      or (e.object_kind = 'person' and e.object_id = any(${people}::text[]))
      or (e.actor_kind = 'family' and e.actor_id = any(${people}::uuid[])))`;
  await tx.$executeRaw`
    delete from audit_values v using audit_entries e, enrollments n
    where e.id = v.entry_id and e.object_kind = 'enrollment' and e.object_id = n.reference
      and n.student_id = any(${remainingChildren}::uuid[]) and v.name in ('email', 'words', 'signed_by')`;
  await tx.$executeRaw`
    delete from audit_values v using audit_entries e, enrollments n, people p,
      jsonb_each_text(to_jsonb(p) - '{id,locale,country,created_at,document_type,phone_country_code}'::text[]) as own(name, value)
    where e.id = v.entry_id and e.object_kind = 'enrollment' and e.object_id = n.reference
      and n.student_id = any(${remainingChildren}::uuid[]) and p.id = any(${people}::uuid[])
      and own.value in (v.old, v.new)`;
}
