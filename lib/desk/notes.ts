import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { recorded, writeEntry } from "@/lib/audit/write-entry";
import { prisma } from "@/lib/prisma";
import { type Actor, demand } from "@/lib/staff/rights";

const LONGEST_NOTE = 4_000;
const LONGEST_LABEL = 40;

const tidy = (text: string) =>
  text.toWellFormed().normalize("NFC").replaceAll("\0", "").replaceAll("\r\n", "\n").trim();

export type TextIssue = "required" | "too_long";

/** Adds a note to an enrollment, in the name of whoever writes it. @returns what is wrong with it */
export async function addNote(
  actor: Actor,
  reference: string,
  written: string,
): Promise<TextIssue | undefined> {
  demand(actor, "note");
  if (actor.kind !== "staff") throw new Error("A note is somebody's: a command writes none.");
  const text = tidy(written);
  if (text === "") return "required";
  if ([...text].length > LONGEST_NOTE) return "too_long";
  const { id: enrollmentId } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference },
    select: { id: true },
  });
  await prisma().$transaction(async (tx) => {
    await tx.note.create({ data: { enrollmentId, memberId: actor.id, text }, select: { id: true } });
    await record(tx, actor, "noted", reference);
  });
}

/** The school's labels by name, with how many enrollments have each. */
export async function listLabels(actor: Actor): Promise<{ id: number; name: string }[]> {
  demand(actor, "read");
  return prisma().label.findMany({ orderBy: { nameKey: "asc" }, select: { id: true, name: true } });
}

/**
 * Puts a label on an enrollment; one that the school does not have yet comes into being by it.
 * @returns what is wrong with it
 */
export async function addLabel(
  actor: Actor,
  reference: string,
  written: string,
): Promise<TextIssue | undefined> {
  demand(actor, "note");
  const name = tidy(written).replace(/\s+/g, " ");
  if (name === "") return "required";
  if ([...name].length > LONGEST_LABEL) return "too_long";
  await prisma().$transaction(async (tx) => {
    const nameKey = name.toLowerCase();
    const label = await tx.label.upsert({
      where: { nameKey },
      create: { name, nameKey },
      update: {},
      select: { id: true },
    });
    const enrollment = await tx.enrollment.findUniqueOrThrow({ where: { reference }, select: { id: true } });
    const { count } = await tx.enrollmentLabel.createMany({
      data: { enrollmentId: enrollment.id, labelId: label.id },
      skipDuplicates: true,
    });
    if (count === 1) await record(tx, actor, "labelled", reference, [null, name]);
  });
}

/** Takes a label off an enrollment; one that no enrollment has any more is forgotten. */
export async function removeLabel(actor: Actor, reference: string, labelId: unknown): Promise<void> {
  demand(actor, "note");
  const id = z.coerce.number().int().positive().max(2_147_483_647).parse(labelId);
  await prisma().$transaction(async (tx) => {
    const given = await tx.enrollmentLabel.findFirst({
      where: { labelId: id, enrollment: { reference } },
      select: { enrollmentId: true, label: { select: { name: true } } },
    });
    if (!given) return;
    await tx.enrollmentLabel.deleteMany({ where: { labelId: id, enrollmentId: given.enrollmentId } });
    await record(tx, actor, "unlabelled", reference, [given.label.name, null]);
    await tx.label.deleteMany({ where: { id, enrollments: { none: {} } } });
  });
}

function record(
  tx: Prisma.TransactionClient,
  actor: Actor,
  action: string,
  reference: string,
  label?: [old: string | null, now: string | null],
) {
  const object = { kind: "enrollment", id: reference } as const;
  return writeEntry(tx, { actor: recorded(actor), action, object, values: label && { label } });
}
