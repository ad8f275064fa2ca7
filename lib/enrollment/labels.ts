import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { ActionError, defineAction } from "@/lib/people/verb";
import { typedId } from "@/lib/platform/columns";
import { prisma } from "@/lib/platform/prisma";
import { labelNameSchema } from "./notes";

export type LabelWithCount = { id: number; name: string; retired: boolean; count: number };

/** Every label of the school, retired ones too, with how many enrollments have it (desk 42). */
export async function listAllLabels(actor: Actor): Promise<LabelWithCount[]> {
  requirePermission(actor, "note");
  const rows = await prisma().label.findMany({
    orderBy: { nameKey: "asc" },
    select: { id: true, name: true, retiredAt: true, _count: { select: { enrollments: true } } },
  });
  return rows.map(({ id, name, retiredAt, _count }) => ({
    id,
    name,
    retired: retiredAt !== null,
    count: _count.enrollments,
  }));
}

const id = typedId;

/** Spells a label anew, wherever it is. A name that another one has is refused: those two are merged. */
export const renameLabel = defineAction(
  "label_renamed",
  "work_in_bulk",
  z.object({ id, label: labelNameSchema }),
  async ({ tx, audit }, { id, label: name }) => {
    const { name: before } = await lockLabel(tx, id);
    const nameKey = name.toLowerCase();
    const other = await tx.label.findUnique({ where: { nameKey }, select: { id: true } });
    if (other && other.id !== id) throw new ActionError({ field: "label", code: "taken" });
    await tx.label.update({ where: { id }, data: { name, nameKey }, select: { id: true } });
    await audit({ kind: "label", id: before }, { name: [before, name] });
  },
);

/** Makes one label of two: what has the first has the second from then on, and the first is gone. */
export const mergeLabels = defineAction(
  "labels_merged",
  "work_in_bulk",
  z.object({ id, into: id }),
  async ({ tx, audit }, { id, into }) => {
    if (id === into) throw new ActionError({ field: "into", code: "label_same" });
    const before = await lockLabel(tx, id);
    const kept = await lockLabel(tx, into);
    await tx.$executeRaw`
      insert into enrollment_labels (enrollment_id, label_id)
      select enrollment_id, ${into}::int from enrollment_labels where label_id = ${id}
      on conflict do nothing`;
    await tx.label.delete({ where: { id }, select: { id: true } });
    await audit({ kind: "label", id: kept.name }, { name: [before.name, kept.name] });
  },
);

/** Offers a label to nobody any more, or again; what has it keeps it. */
export const retireLabel = defineAction(
  "label_retired",
  "work_in_bulk",
  z.object({ id, retired: z.enum(["yes", "no"]) }),
  async ({ tx, now, audit }, { id, retired }) => {
    const { name, retired: before } = await lockLabel(tx, id);
    const retiredAt = retired === "yes" ? now : null;
    await tx.label.update({ where: { id }, data: { retiredAt }, select: { id: true } });
    await audit({ kind: "label", id: name }, { retired: [before ? "yes" : "no", retired] });
  },
);

/** @throws Refused when somebody has merged it meanwhile, or nothing had it any more */
async function lockLabel(tx: Prisma.TransactionClient, id: number) {
  const [label] = await tx.$queryRaw<{ name: string; retired: boolean }[]>`
    select name, retired_at is not null as retired from labels where id = ${id} for update`;
  if (!label) throw new ActionError();
  return label;
}
