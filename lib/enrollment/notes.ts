import { z } from "zod";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { ActionError, defineAction } from "@/lib/people/verb";
import { typedId } from "@/lib/platform/columns";
import { prisma } from "@/lib/platform/prisma";

const LONGEST_NOTE = 4_000;
const LONGEST_LABEL = 40;

const normaliseNote = (text: string) =>
  text.toWellFormed().normalize("NFC").replaceAll("\0", "").replaceAll("\r\n", "\n").trim();

/** A text of the office's own, at most so many letters long. */
const textSchema = (longest: number, tidied = normaliseNote) =>
  z
    .string()
    .transform(tidied)
    .refine((text) => text !== "", "required")
    .refine((text) => [...text].length <= longest, "too_long");

/** A label as the school spells it. */
export const labelNameSchema = textSchema(LONGEST_LABEL, (text) => normaliseNote(text).replace(/\s+/g, " "));

const reference = z.string();

/** Adds a note to an enrollment, in the name of whoever writes it. */
export const addNote = defineAction(
  "noted",
  "note",
  z.object({ reference, note: textSchema(LONGEST_NOTE) }),
  async ({ tx, actor, audit }, { reference, note: text }) => {
    if (actor.kind !== "staff") throw new Error("A note is somebody's: a command writes none.");
    const where = { reference };
    const { id: enrollmentId } = await tx.enrollment.findUniqueOrThrow({ where, select: { id: true } });
    await tx.note.create({ data: { enrollmentId, memberId: actor.id, text }, select: { id: true } });
    await audit({ kind: "enrollment", id: reference });
  },
);

/** The school's labels by name, as they are offered: without those that were retired. */
export async function listLabels(actor: Actor): Promise<{ id: number; name: string }[]> {
  requirePermission(actor, "read");
  return prisma().label.findMany({
    where: { retiredAt: null },
    orderBy: { nameKey: "asc" },
    select: { id: true, name: true },
  });
}

/**
 * Puts a label on an enrollment; one that the school does not have yet comes into being by it. Returns whether it is
 * new there.
 * @throws Refused `retired`
 */
export const addLabel = defineAction(
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
    if (label.retiredAt) throw new ActionError({ field: "label", code: "retired" });
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

/** Takes a label off an enrollment; one that no enrollment has any more is forgotten. Returns whether it was there. */
export const removeLabel = defineAction(
  "unlabelled",
  "note",
  /** By its id, or its name. */
  z.object({ reference, id: typedId.optional(), label: z.string().optional() }),
  async ({ tx, audit }, { reference, id: given, label: name = "" }) => {
    const found = await tx.enrollmentLabel.findFirst({
      where: {
        label: given ? { id: given } : { nameKey: name.toLowerCase() },
        enrollment: { reference },
      },
      select: { enrollmentId: true, labelId: true, label: { select: { name: true } } },
    });
    if (!found) return false;
    const { labelId: id, enrollmentId } = found;
    await tx.enrollmentLabel.deleteMany({ where: { labelId: id, enrollmentId } });
    await audit({ kind: "enrollment", id: reference }, { label: [found.label.name, null] });
    await tx.label.deleteMany({ where: { id, enrollments: { none: {} } } });
    return true;
  },
);
