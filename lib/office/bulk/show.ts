import { Prisma } from "@/generated/prisma/client";
import type { BulkStatus } from "@/generated/prisma/enums";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { isUuid } from "@/lib/platform/uuid";
import { canUndo } from "./forget-inputs";
import { type BulkInput, type BulkKind, parseStoredInput } from "./input";

export type BulkAction = {
  id: string;
  kind: BulkKind | null;
  input: BulkInput;
  version: number;
  status: BulkStatus;
  createdAt: Date;
  startedAt: Date | null;
  doneAt: Date | null;
  /** Whose right counts while it is done, and while it is undone. */
  startedBy: string | null;
  undoneBy: string | null;
  count: number;
};

/** A bulk action; undefined when there is none. */
export async function findBulk(actor: Actor, id: string): Promise<BulkAction | undefined> {
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
      startedAt: true,
      doneAt: true,
      startedBy: true,
      undoneBy: true,
      _count: { select: { rows: true } },
    },
  });
  if (!row) return;
  const { _count, input, ...bulk } = row;
  return { ...bulk, input: parseStoredInput(input), count: _count.rows };
}

/** How many of a long report's rows stand on a page. */
export const REPORT_PAGE = 200;

/** Where in a long report an address says to go on. */
export const parsePosition = (given: unknown): number =>
  typeof given === "string" && /^\d{1,6}$/.test(given) ? Number(given) : 0;

type Left = { position: number; code: string; reference: string; student: string };

/**
 * What became of the rows, as far as they are settled: how many, and by name those that were left out.
 * @param after the position that the page of names follows
 */
export async function readBulkReport(actor: Actor, { id, status }: BulkAction, after = 0) {
  requirePermission(actor, "work_in_bulk");
  const undoing = status === "undoing" || status === "undone";
  const code = undoing ? Prisma.sql`b.undone` : Prisma.sql`b.outcome`;
  // What was not done at first is not undone either: only the rest is reported on.
  const counted = Prisma.sql`b.bulk_id = ${id}::uuid ${undoing ? Prisma.sql`and b.outcome = 'done'` : Prisma.empty}`;
  const [undoable, counts, left] = await Promise.all([
    canUndo(id),
    prisma().$queryRaw<{ total: number; settled: number; done: number }[]>`
      select count(*)::int as total, count(${code})::int as settled,
        (count(*) filter (where ${code} = 'done'))::int as done
      from bulk_rows b where ${counted}`,
    prisma().$queryRaw<Left[]>`
      select b.position, ${code} as code, e.reference, concat_ws(' ', s.name, s.surname) as student
      from bulk_rows b join enrollments e on e.id = b.enrollment_id join people s on s.id = e.student_id
      where ${counted} and ${code} <> 'done' and b.position > ${after}
      order by b.position limit ${REPORT_PAGE + 1}`,
  ]);
  const { total = 0, settled = 0, done = 0 } = counts[0] ?? {};
  const page = left.slice(0, REPORT_PAGE);
  return {
    total,
    settled,
    done,
    /** Whether it can be taken back as a whole. */
    undoable: done > 0 && undoable,
    skipped: page.map(({ position: _, ...row }) => row),
    skippedInAll: settled - done,
    /** The position that the next page of names follows, if there is one. */
    next: left.length > REPORT_PAGE ? page.at(-1)?.position : undefined,
  };
}

export type BulkReport = Awaited<ReturnType<typeof readBulkReport>>;
