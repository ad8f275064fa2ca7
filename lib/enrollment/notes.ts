import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { recorded, writeEntry } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { ofLive } from "@/lib/platform/worlds";

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
    where: { reference, ...ofLive },
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
  const name = labelName(written);
  const issue = labelIssue(name);
  if (issue) return issue;
  await prisma().$transaction((tx) => addLabelIn(tx, actor, reference, name));
}

export const labelName = (written: string) => tidy(written).replace(/\s+/g, " ");

export function labelIssue(name: string): TextIssue | undefined {
  if (name === "") return "required";
  if ([...name].length > LONGEST_LABEL) return "too_long";
}

/** The same in the caller's transaction, of a name that is in order. @returns whether it is new there */
export async function addLabelIn(
  tx: Prisma.TransactionClient,
  actor: Actor,
  reference: string,
  name: string,
): Promise<boolean> {
  demand(actor, "note");
  const nameKey = name.toLowerCase();
  const label = await tx.label.upsert({
    where: { nameKey },
    create: { name, nameKey },
    update: {},
    select: { id: true },
  });
  const enrollment = await tx.enrollment.findUniqueOrThrow({
    where: { reference, ...ofLive },
    select: { id: true },
  });
  const { count } = await tx.enrollmentLabel.createMany({
    data: { enrollmentId: enrollment.id, labelId: label.id },
    skipDuplicates: true,
  });
  if (count === 1) await record(tx, actor, "labelled", reference, [null, name]);
  return count === 1;
}

/** Takes a label off an enrollment; one that no enrollment has any more is forgotten. */
export async function removeLabel(actor: Actor, reference: string, labelId: unknown): Promise<void> {
  demand(actor, "note");
  const id = z.coerce.number().int().positive().max(2_147_483_647).parse(labelId);
  await prisma().$transaction((tx) => removeLabelIn(tx, actor, reference, { id }));
}

/** The same in the caller's transaction. @returns whether it was there */
export async function removeLabelIn(
  tx: Prisma.TransactionClient,
  actor: Actor,
  reference: string,
  label: { id: number } | { nameKey: string },
): Promise<boolean> {
  demand(actor, "note");
  const given = await tx.enrollmentLabel.findFirst({
    where: { label, enrollment: { reference } },
    select: { enrollmentId: true, labelId: true, label: { select: { name: true } } },
  });
  if (!given) return false;
  const { labelId: id, enrollmentId } = given;
  await tx.enrollmentLabel.deleteMany({ where: { labelId: id, enrollmentId } });
  await record(tx, actor, "unlabelled", reference, [given.label.name, null]);
  await tx.label.deleteMany({ where: { id, enrollments: { none: {} } } });
  return true;
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
