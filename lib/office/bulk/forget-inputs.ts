import { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/prisma";

/** How long a label that many were given can be taken off again by one press. */
const UNDO_DAYS = 30;

/**
 * Forgets what the forms of steps on many said, reasons, words and labels, once it can do nothing more: the step can no
 * longer be taken back, or somebody among its enrollments was erased while it ran. Returns of how many.
 *
 * @param id only that one's
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

/** Somebody has the label that was given, so that it is no secret here. */
const LABEL_IN_USE = Prisma.sql`(a.kind = 'label'
  and exists (select from labels l where l.name_key = lower(a.input ->> 'label')))`;

/** Whether a decision of `bulk_actions a` is still to be told. */
const HAS_UNNOTIFIED = Prisma.sql`exists (select from bulk_rows r join decisions d on d.id = r.decision_id
  where r.bulk_id = a.id and d.status = 'untold')`;

/** Whether a step that is done can be taken back: decisions that are untold, a label that is still known. */
export async function canUndo(id: string): Promise<boolean> {
  const [row] = await prisma().$queryRaw<{ can: boolean }[]>`
    select case when a.kind in ('resend', 'write') then false when a.kind = 'label' then a.input is not null else ${HAS_UNNOTIFIED} end as can
    from bulk_actions a where a.id = ${id}::uuid and a.status = 'done'`;
  return row?.can ?? false;
}
