import type { BulkStatus } from "@/generated/prisma/enums";
import { prisma } from "@/lib/prisma";
import { type Actor, demand } from "@/lib/staff/rights";
import { isUuid } from "@/lib/uuid";
import { type BulkInput, type BulkKind, storedInput } from "./input";

export type Bulk = {
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
export async function findBulk(actor: Actor, id: string): Promise<Bulk | undefined> {
  demand(actor, "work_in_bulk");
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
  return { ...bulk, input: storedInput(input), count: _count.rows };
}

/** What became of each row, as far as it is settled. */
export async function bulkReport(actor: Actor, { id, status }: Bulk) {
  demand(actor, "work_in_bulk");
  const undoing = status === "undoing" || status === "undone";
  const rows = await prisma().bulkRow.findMany({
    where: { bulkId: id },
    orderBy: { position: "asc" },
    select: {
      outcome: true,
      undone: true,
      enrollment: { select: { reference: true, student: { select: { name: true, surname: true } } } },
    },
  });
  const codes = rows.map(({ outcome, undone, enrollment }) => ({
    reference: enrollment.reference,
    student: [enrollment.student.name, enrollment.student.surname].filter(Boolean).join(" "),
    // What was not done at first is not undone either: only the rest is reported on.
    code: undoing && outcome === "done" ? undone : outcome,
    counted: !undoing || outcome === "done",
  }));
  const counted = codes.filter(({ counted }) => counted);
  return {
    total: counted.length,
    settled: counted.filter(({ code }) => code !== null).length,
    done: counted.filter(({ code }) => code === "done").length,
    skipped: counted.flatMap(({ code, reference, student }) =>
      code === null || code === "done" ? [] : [{ code, reference, student }],
    ),
  };
}

export type BulkReport = Awaited<ReturnType<typeof bulkReport>>;
