import { Prisma } from "@/generated/prisma/client";
import { parseStoredInput } from "@/lib/desk/bulk/schema";
import { UNDELIVERED_MAILS } from "@/lib/desk/list/sql";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { isUuid } from "@/lib/platform/schema";

type UndeliveredMail = { id: string; suppressed: boolean };

/** Undelivered messages that were not sent again, with their recipients. */
const LOST = Prisma.sql`${UNDELIVERED_MAILS} lost
  join mail_messages m on m.id = lost.message_id join people p on p.id = m.person_id`;

const SUPPRESSED = Prisma.sql`exists (select from mail_suppressions s
  where s.email_key = p.email_key) as suppressed`;

/** Days in which a bulk label can be undone. */
const UNDO_DAYS = 30;

/**
 * Deletes the stored input of bulk actions (reasons, texts, labels) once it is not needed: undo is over, or a person
 * among the rows was erased while it ran. Returns the number of actions.
 * @param id limits it to one action
 */
export async function purgeInputs(now: Date, id?: string): Promise<number> {
  return prisma().$executeRaw`
    update bulk_actions a set input = null
    where input is not null and ${id ? Prisma.sql`a.id = ${id}::uuid` : Prisma.sql`true`} and (
      a.status = 'undone'
      or a.status = 'done' and (
        a.kind in ('resend', 'write')
        or a.kind = 'label' and a.done_at < ${now}::timestamptz - make_interval(days => ${UNDO_DAYS})
        or a.kind not in ('resend', 'write', 'label') and not ${HAS_UNNOTIFIED}
        or not ${LABEL_IN_USE} and exists (
          select from bulk_rows r join enrollments e on e.id = r.enrollment_id join people p on p.id = e.student_id
          where r.bulk_id = a.id and p.erased_at is not null)))`;
}

/** Whether a decision of `bulk_actions a` is unnotified. */
const HAS_UNNOTIFIED = Prisma.sql`exists (select from bulk_rows r join decisions d on d.id = r.decision_id
  where r.bulk_id = a.id and d.status = 'untold')`;

/** Whether a finished action can be undone: unnotified decisions, or a label that still exists. */
export async function canUndo(id: string): Promise<boolean> {
  const [row] = await prisma().$queryRaw<{ can: boolean }[]>`
    select case when a.kind in ('resend', 'write') then false when a.kind = 'label' then a.input is not null else ${HAS_UNNOTIFIED} end as can
    from bulk_actions a where a.id = ${id}::uuid and a.status = 'done'`;
  return row?.can ?? false;
}

/** `startedBy` and `undoneBy`: the member whose permissions count while it runs or is undone. */
export type BulkAction = NonNullable<Awaited<ReturnType<typeof findBulk>>>;

export async function findBulk(actor: Actor, id: string) {
  requirePermission(actor, "work_in_bulk");
  if (!isUuid(id)) return;
  const row = await prisma().bulkAction.findUnique({
    where: { id },
    select: {
      id: true,
      kind: true,
      input: true,
      version: true,
      status: true,
      createdAt: true,
      startedBy: true,
      undoneBy: true,
      _count: { select: { rows: true } },
    },
  });
  if (!row) return;
  const { _count, input, ...bulk } = row;
  return { ...bulk, input: parseStoredInput(input), count: _count.rows };
}

export const REPORT_PAGE = 200;

export const parsePosition = (text: unknown): number =>
  typeof text === "string" && /^\d{1,6}$/.test(text) ? Number(text) : 0;

type SkippedRow = { position: number; code: string; reference: string; student: string };

/** Counts of finished rows, and names of the skipped ones. @param after cursor in the skipped rows */
export async function readBulkReport(actor: Actor, { id, status }: BulkAction, after = 0) {
  requirePermission(actor, "work_in_bulk");
  const isUndoing = status === "undoing" || status === "undone";
  const code = isUndoing ? Prisma.sql`b.undone` : Prisma.sql`b.outcome`;
  // Undo reports only on rows that were done.
  const whereCounted = Prisma.sql`b.bulk_id = ${id}::uuid ${isUndoing ? Prisma.sql`and b.outcome = 'done'` : Prisma.empty}`;
  const [undoable, counts, skippedRows] = await Promise.all([
    canUndo(id),
    prisma().$queryRaw<{ total: number; settled: number; done: number }[]>`
      select count(*)::int as total, count(${code})::int as settled,
        (count(*) filter (where ${code} = 'done'))::int as done
      from bulk_rows b where ${whereCounted}`,
    prisma().$queryRaw<SkippedRow[]>`
      select b.position, ${code} as code, e.reference, concat_ws(' ', s.name, s.surname) as student
      from bulk_rows b join enrollments e on e.id = b.enrollment_id join people s on s.id = e.student_id
      where ${whereCounted} and ${code} <> 'done' and b.position > ${after}
      order by b.position limit ${REPORT_PAGE + 1}`,
  ]);
  const { total = 0, settled = 0, done = 0 } = counts[0] ?? {};
  const page = skippedRows.slice(0, REPORT_PAGE);
  return {
    total,
    settled,
    done,
    undoable: done > 0 && undoable,
    skipped: page.map(({ position: _, ...row }) => row),
    skippedInAll: settled - done,
    next: skippedRows.length > REPORT_PAGE ? page.at(-1)?.position : undefined,
  };
}

/** The label is in use, and so not confidential here. */
const LABEL_IN_USE = Prisma.sql`(a.kind = 'label'
  and exists (select from labels l where l.name_key = lower(a.input ->> 'label')))`;

/** The undelivered messages of a bulk action, each with its rows in order. */
export const listUndeliveredOfBulk = (bulkId: string) =>
  prisma().$queryRaw<(UndeliveredMail & { position: number })[]>`
    select b.position, m.id, ${SUPPRESSED} from ${LOST} join bulk_rows b on b.enrollment_id = lost.enrollment_id
    where b.bulk_id = ${bulkId}::uuid
    order by b.position, m.created_at, m.id`;

export const listUndelivered = (tx: Prisma.TransactionClient, reference: string) =>
  tx.$queryRaw<UndeliveredMail[]>`
    select m.id, ${SUPPRESSED} from ${LOST}
    where lost.enrollment_id = (select id from enrollments where reference = ${reference})
    order by m.created_at, m.id`;
