import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { DecisionError, MAX_TEXT_LENGTH } from "@/lib/decisions/decision-error";
import { findReason } from "@/lib/decisions/reasons";
import type { DecisionContext } from "@/lib/decisions/validate-decision";
import { notifyWhen } from "@/lib/decisions/verbs";
import { labelNameSchema } from "@/lib/desk/labels/schema";
import { states } from "@/lib/enrollment/states";
import { type Locale, locales } from "@/lib/i18n/locales";
import { findUnknownPlaceholders } from "@/lib/mail/content/mail-texts";
import { DomainError, type DomainIssue, parseActionInput, verb } from "@/lib/people/verb";
import { columnId, isUuid } from "@/lib/platform/schema";

const LONGEST_SUBJECT = 120;

const subject = z
  .string()
  .trim()
  .max(LONGEST_SUBJECT, "subject_too_long")
  .transform((text) => text.replace(/\s+/g, " "))
  .optional();
const words = z.string().trim().max(MAX_TEXT_LENGTH, "too_long").optional();

/** Subject and text by language; blank ones fall back to another language. */
export const groupMailShape = {
  subject_es: subject,
  text_es: words,
  subject_ca: subject,
  text_ca: words,
  subject_en: subject,
  text_en: words,
};

const letter = z.object(groupMailShape);

export type GroupMailText = z.output<typeof letter>;

const listLanguages = (written: GroupMailText): Locale[] =>
  locales.filter((locale) => written[`subject_${locale}`] && written[`text_${locale}`]);

/** The language of a mail: the reader's, else the school's, else the first written. */
export function chooseLanguage(written: GroupMailText, wants: Locale, school: Locale) {
  const there = listLanguages(written);
  const locale = [wants, school, ...there].find((one) => there.includes(one));
  if (!locale) return;
  return { locale, subject: written[`subject_${locale}`] ?? "", text: written[`text_${locale}`] ?? "" };
}

export const bulkKinds = ["accepted", "waiting", "rejected", "label", "resend", "write"] as const;
export type BulkKind = (typeof bulkKinds)[number];

export const bulkIdSchema = z.string().refine(isUuid, "gone");

const text = z.string().trim().max(MAX_TEXT_LENGTH, "too_long").optional();
const id = columnId.optional();

const bulkInput = z.object({
  specialityId: id,
  syllabusId: id,
  reason: z.string().optional(),
  words: text,
  internalReason: text,
  tell: z.enum(notifyWhen).default("held"),
  label: z.string().optional(),
  /** References of possible duplicates and untaught choices to include. */
  included: z.array(z.string()).optional(),
  ...groupMailShape,
});

export type BulkInput = z.output<typeof bulkInput>;

export type BulkDecisionKind = Extract<BulkKind, EnrollmentState>;

/** A decision: notified, counted against places, can be undone. */
export const isBulkDecision = (kind: BulkKind): kind is BulkDecisionKind => kind in states;

/**
 * Saves the input of a bulk action; the preview comes next.
 * @throws DecisionError when a reason is missing or unknown, DomainError for an invalid mail
 */
export const setBulkInput = verb(
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

/** Possible duplicates are skipped, because both enrollments of one child would get a place. */
export const skipsDuplicates = (kind: BulkKind): boolean => kind === "accepted" || kind === "waiting";

/** Includes a row that was skipped as a possible duplicate or for an untaught combination. */
export const includeDuplicate = verb(
  "bulk_duplicate_included",
  "work_in_bulk",
  z.object({ bulk: bulkIdSchema, reference: z.string() }),
  async ({ tx }, { bulk: id, reference }) => {
    const bulk = await tx.bulkAction.findFirst({
      where: { id, status: "draft", rows: { some: { enrollment: { reference } } } },
      select: { input: true },
    });
    if (!bulk) throw new DomainError({ code: "bulk_gone" });
    const input = parseStoredInput(bulk.input);
    const included = [...new Set([...(input.included ?? []), reference])];
    await tx.bulkAction.updateMany({
      where: { id, status: "draft" },
      data: { input: { ...input, included }, version: { increment: 1 } },
    });
  },
);

export const parseStoredInput = (json: Prisma.JsonValue): BulkInput => bulkInput.parse(json ?? {});

type Named = Pick<BulkInput, "specialityId" | "syllabusId">;

/** A waiting list is given or follows from the first taught choice; an acceptance finds its own place. */
export async function resolvePlace(
  kind: BulkKind,
  { specialityId, syllabusId }: Named,
  { wishes, taught }: Pick<DecisionContext, "wishes" | "taught">,
): Promise<Named> {
  if (kind !== "waiting" || specialityId || syllabusId) return { specialityId, syllabusId };
  const choices = await wishes();
  const wish = choices.find(await taught()) ?? choices[0];
  return { specialityId: wish?.specialityId ?? undefined, syllabusId: wish?.syllabusId ?? undefined };
}

type GroupMailField = keyof typeof groupMailShape;

const groupMailFields = Object.keys(groupMailShape) as GroupMailField[];

/**
 * Rejects a mail without any text, with only subject or only text in a language, or with an unknown placeholder.
 * @throws DomainError
 */
function validateGroupMail(written: GroupMailText): void {
  const issues = locales.flatMap((locale) => issuesIn(written, locale));
  if (issues.length === 0 && listLanguages(written).length === 0)
    issues.push({ field: "subject_es", code: "letter_needed" });
  if (issues.length > 0) throw new DomainError(...issues);
}

function issuesIn(written: GroupMailText, locale: Locale): DomainIssue[] {
  const fields = [`subject_${locale}`, `text_${locale}`] as const;
  const filled = fields.filter((field) => written[field]);
  return fields.flatMap((field): DomainIssue[] => {
    const text = written[field];
    if (!text) return filled.length > 0 ? [{ field, code: `letter_${field.split("_")[0]}_needed` }] : [];
    const [unknown] = findUnknownPlaceholders(text);
    return unknown ? [{ field, code: "placeholder_unknown", values: { written: unknown } }] : [];
  });
}

/** The fields of each form: other posted input would take effect without being on the preview. */
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
