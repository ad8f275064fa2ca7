import { Prisma } from "@/generated/prisma/client";
import { type Field, fieldRows } from "@/lib/enrollment/fields";
import { toColumnName } from "@/lib/enrollment/stored-answers";
import { GENERATED_EMAIL_DOMAIN } from "@/lib/mail/addresses";
import { multiEnrollmentKinds } from "@/lib/mail/mail-kinds";
import type { ErasurePlan } from "./queries";

/** The columns that an erasure empties: people's data and free texts. */
const emptyColumns = {
  people: createEmptyColumns(({ stored }) => stored?.in === "people" && stored.column !== "email"),
  enrollments: createEmptyColumns(({ stored }) => stored?.in === "enrollments" && stored.type === "text"),
};

/**
 * Empties the rows of these people and all data about them, in the caller's transaction. Returns their messages' ids.
 * `erasedAt` fires triggers that notify API keys (prisma/sql/functions/record_student_erased.sql) and refuse later
 * writes about them (refuse_about_erased, refuse_observations_of_erased, refuse_filling_erased).
 */
export async function emptyPeople(
  tx: Prisma.TransactionClient,
  plan: ErasurePlan,
  now: Date,
): Promise<string[]> {
  const people = { personId: { in: plan.people } };
  const enrollment = { reference: { in: plan.references } };
  await tx.$queryRaw`select 1 from people where id = any(${plan.people}::uuid[]) order by id for update`;
  await deleteAuditValues(tx, plan);
  await tx.account.deleteMany({ where: people }); // cascades to sessions and known devices
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
      data: { ...emptyColumns.people, documentKey: null, email, emailKey: email, erasedAt: now },
      select: { id: true },
    });
  }
  // Suppressions of addresses that no person has any more, such as earlier addresses.
  await tx.$executeRaw`delete from mail_suppressions s where not exists (
    select from people p where p.email_key = s.email_key)`;
  await tx.note.deleteMany({ where: { enrollment } });
  await deleteLabels(tx, plan.references);
  await tx.decision.updateMany({ where: { enrollment }, data: { words: null, internalReason: null } });
  await tx.correctionRequest.deleteMany({ where: { OR: [people, { askedById: { in: plan.people } }] } });
  const pairs = [{ oneId: { in: plan.people } }, { otherId: { in: plan.people } }];
  await tx.differentPeople.deleteMany({ where: { OR: pairs } });
  await clearDisagreements(tx, { OR: [{ guardianId: { in: plan.people } }, { enrollment }] });
  await clearQuestions(tx, enrollment, plan.people);
  await clearRoundData(tx, { OR: [people, { enrollment }] }, enrollment);
  await tx.enrollment.updateMany({ where: enrollment, data: emptyColumns.enrollments });
  await clearBulkInputs(tx, plan.references);
  const signed = { enrollment: { OR: [enrollment, { studentId: { in: plan.remainingChildren } }] } };
  await tx.paper.updateMany({ where: signed, data: { signedBy: "" } });
  await tx.export.deleteMany(); // exported files may name them
  await tx.dataRequest.updateMany({
    where: { ...people, settledAt: null },
    data: { settledAt: now, outcome: "done" },
  });
  return clearMessages(tx, { OR: [people, { enrollment }, ...whereGroupMails(plan.references)] }, now);
}

/** Keeps the fact of a disagreement and its settlement, which decide whether an acceptance is possible. */
async function clearDisagreements(
  tx: Prisma.TransactionClient,
  where: Prisma.DisagreementWhereInput,
): Promise<void> {
  await tx.disagreement.updateMany({ where, data: { words: "" } });
  const settled = { AND: [where, { settledAt: { not: null } }] };
  await tx.disagreement.updateMany({ where: settled, data: { settlement: "" } });
}

/** Keeps the fact of a question and answer, because it may still be open, and deletes the texts. */
async function clearQuestions(
  tx: Prisma.TransactionClient,
  enrollment: { reference: { in: string[] } },
  people: string[],
): Promise<void> {
  await tx.question.updateMany({
    where: { OR: [{ enrollment }, { answeredById: { in: people } }] },
    data: { words: null, answer: null },
  });
}

/** Keeps the row of the published list with its total, so that the draw can still be verified. */
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

/** Deletes labels that no other enrollment has: they may describe this one. */
async function deleteLabels(tx: Prisma.TransactionClient, references: string[]) {
  const enrollment = { enrollment: { reference: { in: references } } };
  const labels = await tx.enrollmentLabel.findMany({ where: enrollment, select: { labelId: true } });
  await tx.enrollmentLabel.deleteMany({ where: enrollment });
  const ids = labels.map(({ labelId }) => labelId);
  await tx.label.deleteMany({ where: { id: { in: ids }, enrollments: { none: {} } } });
}

/**
 * Removes the enrollments from bulk operations: a draft loses its input, a finished one too, unless it set a label
 * that others still have; a running one deletes its input at the end.
 */
async function clearBulkInputs(tx: Prisma.TransactionClient, references: string[]) {
  const enrollment = { enrollment: { reference: { in: references } } };
  const draft = { status: "draft", rows: { some: enrollment } } as const;
  await tx.bulkAction.updateMany({
    where: draft,
    data: { input: Prisma.DbNull, kind: null, version: { increment: 1 } },
  });
  await tx.bulkRow.deleteMany({ where: { bulk: draft, ...enrollment } });
  await tx.$executeRaw`
    update bulk_actions a set input = null
    where a.input is not null and a.status in ('done', 'undone')
      and not (a.kind = 'label' and exists (select from labels l where l.name_key = lower(a.input ->> 'label')))
      and exists (select from bulk_rows r join enrollments e on e.id = r.enrollment_id
        where r.bulk_id = a.id and e.reference = any(${references}::text[]))`;
}

/** Group messages that name them, stored with a sibling's enrollment. */
const whereGroupMails = (references: string[]) =>
  references.map((reference) => ({
    kind: { in: multiEnrollmentKinds },
    tells: { path: ["references"], array_contains: [reference] },
  }));

/** Keeps the rows for statistics, without content; queued ones are failed. */
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

/** Makes the remaining guardian of a child the first one. */
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
 * Deletes audit values about the people and their enrollments; of remaining children only values equal to the
 * person's data, and texts and addresses. The entries (who, what, when) stay.
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

function createEmptyColumns(matches: (row: Field) => boolean | undefined): Record<string, null> {
  const rows = fieldRows.filter(([, row]) => matches(row));
  return Object.fromEntries(
    rows.map(([, { stored }]) => [toColumnName((stored as { column: string }).column), null]),
  );
}
