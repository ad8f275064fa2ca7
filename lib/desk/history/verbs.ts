import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import {
  type AnswerChange,
  type CorrectPart,
  correctParts,
  listPartFields,
  type PartAnswers,
  readPart,
} from "@/lib/desk/correction/queries";
import { correctAnswers } from "@/lib/desk/correction/verbs";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import { type Field, type FieldName, fields as formFields } from "@/lib/enrollment/fields";
import { getFieldColumn, readStoredAnswers } from "@/lib/enrollment/stored-answers";
import { parseChoices } from "@/lib/enrollment/writes";
import type { Locale } from "@/lib/i18n/locales";
import { type AuditLogEntry, auditColumns } from "@/lib/people/audit-log";
import { type Actor, hasPermission, requirePermission } from "@/lib/people/staff/permissions";
import { readMemberNames } from "@/lib/people/staff/queries";
import { DomainError, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";

/**
 * Reverts a correction with another correction, while its answers are unchanged. `isPending` as in `correctAnswers`.
 * @throws DomainError without a code when they have changed
 */
export const undoCorrection = verb(
  "correction_undone",
  "correct",
  z.object({ reference: z.string(), entry: z.string() }),
  async ({ tx, actor, now }, { reference, entry: id }): Promise<{ isPending: boolean }> => {
    const entry = await findCorrectionEntry(tx, id);
    for (const part of correctParts satisfies readonly CorrectPart[]) {
      const current = entry && (await readPart(tx, reference, part));
      if (!current || !isAbout(entry, part, current.personId)) continue;
      if (part === "studies" && entry.objectId !== reference) continue;
      const { changes, values } = parseChanges(entry, current.fields);
      const isCurrent = changes.every(({ field, now }) => current.answers[field] === now);
      if (changes.length === 0 || values.length > 0 || !isCurrent) break;
      const unchanged = current.fields.map((field) => [field, current.answers[field]]);
      const reverted = changes.map(({ field, old }) => [field, old]);
      const answers = Object.fromEntries([...unchanged, ...reverted]);
      const result = await correctAnswers(
        { reference, part, version: current.version, wanted: answers },
        actor,
        now,
        tx,
      );
      if ("stale" in result) break;
      return { isPending: result.isPending };
    }
    throw new DomainError();
  },
);

/** Audit actions on an enrollment, without those shown as decisions, mails or notes. */
const ENROLLMENT_ACTIONS = [
  ...["answers_corrected", "choices_changed", "labelled", "unlabelled"],
  ...["family_asked", "question_answered", "question_closed"],
];

/** The same on its people. */
const PERSON_ACTIONS = [
  ...["person_corrected", "contact_changed", "email_changed"],
  ...["address_asked", "address_corrected", "correction_declined"],
];

/** Corrections by the desk, which can be undone. */
const CORRECTIONS = ["answers_corrected", "person_corrected"];

type Value = AuditLogEntry["values"][number];

const MAX_ENTRIES = 200;

/** Corrections, labels, questions and answers of an enrollment and its people, newest first, at most 200. */
export async function readHistoryEntries(actor: Actor, enrollment: EnrollmentRecord, locale: Locale) {
  requirePermission(actor, "read");
  const { reference, student } = enrollment;
  const people = {
    student,
    guardian: student.guardians.find(({ position }) => position === 1)?.guardian,
    second_guardian: student.guardians.find(({ position }) => position === 2)?.guardian,
  };
  const answers = readStoredAnswers(enrollment, people);
  const branch = student.guardians.length > 0 ? "minor" : "adult";
  const ids = Object.values(people).flatMap((person) => person?.id ?? []);
  const rows = await prisma().auditEntry.findMany({
    where: {
      OR: [
        { objectKind: "enrollment", objectId: reference, action: { in: ENROLLMENT_ACTIONS } },
        { objectKind: "person", objectId: { in: ids }, action: { in: PERSON_ACTIONS } },
      ],
    },
    orderBy: { id: "desc" },
    take: MAX_ENTRIES,
    select: auditColumns,
  });
  const names = await readMemberNames(rows.map(({ actorId }) => actorId));
  const reasons = await prisma().reason.findMany({ orderBy: { id: "asc" } });
  const reasonTexts = new Map(reasons.map((reason) => [reason.code, reason[locale]]));
  return rows.map(({ id, actorId, ...row }) => {
    const part = correctParts.find((candidate) =>
      isAbout(row, candidate, candidate === "studies" ? undefined : people[candidate]?.id),
    );
    const { changes, values } = parseChanges(row, part ? listPartFields(part, branch) : []);
    const isCurrent = changes.length > 0 && changes.every(({ field, now }) => answers[field] === now);
    return {
      id: String(id),
      at: row.at,
      actorKind: row.actorKind,
      action: row.action,
      /** The member, if a member did it. */
      author: names.get(actorId),
      /** Changed form answers; other values are in `values` by their audit name. */
      changes,
      values: values.map((value) =>
        value.name === "reason" ? { ...value, new: reasonTexts.get(value.new ?? "") ?? value.new } : value,
      ),
      /** The answers are still those of this correction, and the actor may correct. */
      canUndo:
        isCurrent &&
        values.length === 0 &&
        CORRECTIONS.includes(row.action) &&
        !student.erasedAt &&
        hasPermission(actor, "correct"),
    };
  });
}

/** A correction that can be undone, by its audit id. */
async function findCorrectionEntry(
  tx: Prisma.TransactionClient,
  id: string,
): Promise<AuditLogEntry | undefined> {
  if (!/^\d{1,18}$/.test(id)) return;
  const where = { id: BigInt(id), action: { in: CORRECTIONS } };
  return (await tx.auditEntry.findFirst({ where, select: auditColumns })) ?? undefined;
}

/** Whether an entry is about the enrollment's own part or its person. */
const isAbout = (
  { objectKind, objectId }: Pick<AuditLogEntry, "objectKind" | "objectId">,
  part: CorrectPart,
  personId: string | undefined,
): boolean =>
  part === "studies" ? objectKind === "enrollment" : objectKind === "person" && objectId === personId;

/** The changes of a part's fields as answers, and the other values. */
function parseChanges({ values }: Pick<AuditLogEntry, "values">, fields: FieldName[]) {
  const otherValues: Value[] = [];
  const changes = values.flatMap((value): AnswerChange[] => {
    if (value.name === "choices") return parseChoiceChanges(value, fields);
    const field = fields.find((candidate) => getFieldColumn(candidate) === value.name);
    if (field) return [{ field, old: parseAnswer(field, value.old), now: parseAnswer(field, value.new) }];
    otherValues.push(value);
    return [];
  });
  return { changes, values: otherValues };
}

function parseChoiceChanges({ old, new: now }: Value, fields: FieldName[]): AnswerChange[] {
  const [before, after]: PartAnswers[] = [old, now].map((text) => parseChoices(text ?? "")) as PartAnswers[];
  return fields
    .filter((field) => before?.[field] !== after?.[field])
    .map((field) => ({ field, old: before?.[field], now: after?.[field] }));
}

/** The stored form of an answer, which the audit log keeps as text. */
function parseAnswer(field: FieldName, text: string | null): unknown {
  if (text === null) return undefined;
  const { stored } = formFields[field] as Field;
  const isNumber = stored && "type" in stored && (stored.type === "int" || stored.type === "smallint");
  return isNumber ? Number(text) : text;
}
