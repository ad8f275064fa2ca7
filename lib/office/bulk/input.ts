import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { notifyWhen } from "@/lib/decisions/decide";
import type { Place } from "@/lib/decisions/places/limits";
import { findReason } from "@/lib/decisions/reasons";
import { DecisionError, MAX_TEXT_LENGTH } from "@/lib/decisions/refusal";
import { labelNameSchema } from "@/lib/enrollment/notes";
import { states } from "@/lib/enrollment/states";
import { parseActionInput, ActionError, defineAction } from "@/lib/people/verb";
import { columnId } from "@/lib/platform/columns";
import { isUuid } from "@/lib/platform/uuid";
import { validateGroupMail, groupMailFields, groupMailShape } from "./letter";

/** What can be done with many at once. */
export const bulkKinds = ["accepted", "waiting", "rejected", "label", "resend", "write"] as const;
export type BulkKind = (typeof bulkKinds)[number];

const text = z.string().trim().max(MAX_TEXT_LENGTH, "too_long").optional();
const id = columnId.optional();

/** A step on many, by what its address says. */
export const bulkIdSchema = z.string().refine(isUuid, "gone");

const bulkInput = z.object({
  specialityId: id,
  syllabusId: id,
  reason: z.string().optional(),
  words: text,
  internalReason: text,
  tell: z.enum(notifyWhen).default("held"),
  label: z.string().optional(),
  /** Possible duplicates that are decided on all the same, by their references. */
  included: z.array(z.string()).optional(),
  ...groupMailShape,
});

export type BulkInput = z.output<typeof bulkInput>;

export type BulkDecisionKind = Extract<BulkKind, EnrollmentState>;

/** Whether it is a decision, which is told, counted against places, and can be undone. */
export const isBulkDecision = (kind: BulkKind): kind is BulkDecisionKind => kind in states;

/**
 * Says what is to be done with the enrollments that were chosen. Nothing is done yet: it is looked at
 * first. @throws DecisionRefusal when a reason is missing or unknown, Refused for a letter that cannot be sent
 */
export const setBulkInput = defineAction(
  "bulk_chosen",
  "work_in_bulk",
  bulkInput.extend({ bulk: bulkIdSchema, kind: z.enum(bulkKinds) }),
  async ({ tx }, { bulk, kind, ...typed }) => {
    const input = pickInput(kind, typed);
    if (kind === "rejected" && !input.reason) throw new DecisionError("reason_missing");
    if (kind === "rejected") await findReason(tx, input.reason ?? "", kind);
    if (kind === "label")
      input.label = parseActionInput(z.object({ label: labelNameSchema }), { label: "", ...input }).label;
    if (kind === "write") validateGroupMail(input);
    await tx.bulkAction.updateMany({
      where: { id: bulk, status: "draft" },
      data: { kind, input, version: { increment: 1 } },
    });
  },
);

/** Whether possible duplicates are left out, as a single decision warns of them: of two of one child both would get a place. */
export const skipsDuplicates = (kind: BulkKind): boolean => kind === "accepted" || kind === "waiting";

/** Decides on a possible duplicate too, which was left out. */
export const includeDuplicate = defineAction(
  "bulk_duplicate_included",
  "work_in_bulk",
  z.object({ bulk: bulkIdSchema, reference: z.string() }),
  async ({ tx }, { bulk: id, reference }) => {
    const bulk = await tx.bulkAction.findFirst({
      where: { id, status: "draft", rows: { some: { enrollment: { reference } } } },
      select: { input: true },
    });
    if (!bulk) throw new ActionError({ code: "bulk_gone" });
    const input = parseStoredInput(bulk.input);
    const included = [...new Set([...(input.included ?? []), reference])];
    await tx.bulkAction.updateMany({
      where: { id, status: "draft" },
      data: { input: { ...input, included }, version: { increment: 1 } },
    });
  },
);

/** What a step's form asks: whatever else was posted would be done, and not be on the page that shows it. */
const fieldsByKind = {
  accepted: [],
  waiting: ["specialityId", "syllabusId"],
  rejected: ["reason", "words", "internalReason"],
  label: ["label"],
  resend: [],
  write: groupMailFields,
} satisfies Record<BulkKind, (keyof BulkInput)[]>;

function pickInput(kind: BulkKind, { tell, ...typed }: BulkInput): BulkInput {
  const names: string[] = fieldsByKind[kind];
  return { tell, ...Object.fromEntries(Object.entries(typed).filter(([name]) => names.includes(name))) };
}

/** What was stored by `chooseBulk`. */
export const parseStoredInput = (json: Prisma.JsonValue): BulkInput => bulkInput.parse(json ?? {});

type Named = Pick<BulkInput, "specialityId" | "syllabusId">;

/** A waiting list is named, or is that of each one's first wish; an acceptance finds its own place. */
export async function resolvePlace(
  kind: BulkKind,
  { specialityId, syllabusId }: Named,
  firstWish: () => Promise<Place | undefined>,
): Promise<Named> {
  if (kind !== "waiting" || specialityId || syllabusId) return { specialityId, syllabusId };
  const wish = await firstWish();
  return { specialityId: wish?.specialityId ?? undefined, syllabusId: wish?.syllabusId ?? undefined };
}
