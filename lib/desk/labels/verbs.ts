import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { DomainError, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { typedId } from "@/lib/platform/schema";
import { labelNameSchema, textSchema } from "./schema";

const MAX_NOTE_LENGTH = 4_000;

const reference = z.string();

export const addNote = verb(
  "noted",
  "note",
  z.object({ reference, note: textSchema(MAX_NOTE_LENGTH) }),
  async ({ tx, actor, audit }, { reference, note: text }) => {
    if (actor.kind !== "staff") throw new Error("Only staff can write notes.");
    const where = { reference };
    const { id: enrollmentId } = await tx.enrollment.findUniqueOrThrow({ where, select: { id: true } });
    await tx.note.create({ data: { enrollmentId, memberId: actor.id, text }, select: { id: true } });
    await audit({ kind: "enrollment", id: reference });
  },
);

/** Labels that are offered, by name: without retired ones. */
export async function listLabels(actor: Actor) {
  requirePermission(actor, "read");
  return prisma().label.findMany({
    where: { retiredAt: null },
    orderBy: { nameKey: "asc" },
    select: { id: true, name: true },
  });
}

/**
 * Adds a label, which is created if needed. Returns whether the enrollment did not have it.
 * @throws DomainError `retired`
 */
export const addLabel = verb(
  "labelled",
  "note",
  z.object({ reference, label: labelNameSchema }),
  async ({ tx, audit }, { reference, label: name }) => {
    const nameKey = name.toLowerCase();
    const label = await tx.label.upsert({
      where: { nameKey },
      create: { name, nameKey },
      update: {},
      select: { id: true, retiredAt: true },
    });
    if (label.retiredAt) throw new DomainError({ field: "label", code: "retired" });
    const where = { reference };
    const { id: enrollmentId } = await tx.enrollment.findUniqueOrThrow({ where, select: { id: true } });
    const { count } = await tx.enrollmentLabel.createMany({
      data: { enrollmentId, labelId: label.id },
      skipDuplicates: true,
    });
    if (count === 1) await audit({ kind: "enrollment", id: reference }, { label: [null, name] });
    return count === 1;
  },
);

/** Removes a label and deletes it when it is unused. Returns whether the enrollment had it. */
export const removeLabel = verb(
  "unlabelled",
  "note",
  z.object({ reference, id: typedId.optional(), label: z.string().optional() }),
  async ({ tx, audit }, { reference, id: labelId, label: name = "" }) => {
    const enrollmentLabel = await tx.enrollmentLabel.findFirst({
      where: {
        label: labelId ? { id: labelId } : { nameKey: name.toLowerCase() },
        enrollment: { reference },
      },
      select: { enrollmentId: true, labelId: true, label: { select: { name: true } } },
    });
    if (!enrollmentLabel) return false;
    const { labelId: id, enrollmentId } = enrollmentLabel;
    await tx.enrollmentLabel.deleteMany({ where: { labelId: id, enrollmentId } });
    await audit({ kind: "enrollment", id: reference }, { label: [enrollmentLabel.label.name, null] });
    await tx.label.deleteMany({ where: { id, enrollments: { none: {} } } });
    return true;
  },
);

export async function listAllLabels(actor: Actor) {
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

/** Renames a label. Refuses a name in use: merge the two instead. */
export const renameLabel = verb(
  "label_renamed",
  "work_in_bulk",
  z.object({ id, label: labelNameSchema }),
  async ({ tx, audit }, { id, label: name }) => {
    const { name: oldName } = await lockLabel(tx, id);
    const nameKey = name.toLowerCase();
    const other = await tx.label.findUnique({ where: { nameKey }, select: { id: true } });
    if (other && other.id !== id) throw new DomainError({ field: "label", code: "taken" });
    await tx.label.update({ where: { id }, data: { name, nameKey }, select: { id: true } });
    await audit({ kind: "label", id: oldName }, { name: [oldName, name] });
  },
);

export const mergeLabels = verb(
  "labels_merged",
  "work_in_bulk",
  z.object({ id, into: id }),
  async ({ tx, audit }, { id, into }) => {
    if (id === into) throw new DomainError({ field: "into", code: "label_same" });
    const removed = await lockLabel(tx, id);
    const target = await lockLabel(tx, into);
    await tx.$executeRaw`
      insert into enrollment_labels (enrollment_id, label_id)
      select enrollment_id, ${into}::int from enrollment_labels where label_id = ${id}
      on conflict do nothing`;
    await tx.label.delete({ where: { id }, select: { id: true } });
    await audit({ kind: "label", id: target.name }, { name: [removed.name, target.name] });
  },
);

/** Retires a label or offers it again; enrollments keep it. */
export const retireLabel = verb(
  "label_retired",
  "work_in_bulk",
  z.object({ id, retired: z.enum(["yes", "no"]) }),
  async ({ tx, now, audit }, { id, retired }) => {
    const { name, retired: wasRetired } = await lockLabel(tx, id);
    const retiredAt = retired === "yes" ? now : null;
    await tx.label.update({ where: { id }, data: { retiredAt }, select: { id: true } });
    await audit({ kind: "label", id: name }, { retired: [wasRetired ? "yes" : "no", retired] });
  },
);

/** @throws DomainError when it was merged or deleted */
async function lockLabel(tx: Prisma.TransactionClient, id: number) {
  const [label] = await tx.$queryRaw<{ name: string; retired: boolean }[]>`
    select name, retired_at is not null as retired from labels where id = ${id} for update`;
  if (!label) throw new DomainError();
  return label;
}
