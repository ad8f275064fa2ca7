import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { DecisionError, MAX_TEXT_LENGTH } from "@/lib/decisions/decision-error";
import { listOfferedReasons, pickReason } from "@/lib/decisions/reasons";
import type { DecisionContext } from "@/lib/decisions/validate-decision";
import { notifyWhen } from "@/lib/decisions/verbs";
import { labelNameSchema } from "@/lib/desk/labels/schema";
import { states } from "@/lib/enrollment/states";
import { type Locale, locales } from "@/lib/i18n/locales";
import { findUnknownPlaceholders } from "@/lib/mail/content/mail-texts";
import { DomainError, type DomainIssue, parseActionInput, verb } from "@/lib/people/verb";
import { columnId, isUuid } from "@/lib/platform/schema";

const MAX_SUBJECT_LENGTH = 120;

const subject = z
  .string()
  .trim()
  .max(MAX_SUBJECT_LENGTH, "subject_too_long")
  .transform((text) => text.replace(/\s+/g, " "))
  .optional();
const textSchema = z.string().trim().max(MAX_TEXT_LENGTH, "too_long").optional();

/** Subject and text by language; blank ones fall back to another language. */
export const groupMailShape = {
  subject_es: subject,
  text_es: textSchema,
  subject_ca: subject,
  text_ca: textSchema,
  subject_en: subject,
  text_en: textSchema,
};

const groupMailSchema = z.object(groupMailShape);

export type GroupMailText = z.output<typeof groupMailSchema>;

const listLanguages = (mail: GroupMailText): Locale[] =>
  locales.filter((locale) => mail[`subject_${locale}`] && mail[`text_${locale}`]);

/** The language of a mail: the reader's, else the school's, else the first written. */
export function chooseLanguage(mail: GroupMailText, preferred: Locale, schoolLocale: Locale) {
  const available = listLanguages(mail);
  const locale = [preferred, schoolLocale, ...available].find((candidate) => available.includes(candidate));
  if (!locale) return;
  return { locale, subject: mail[`subject_${locale}`] ?? "", text: mail[`text_${locale}`] ?? "" };
}

export const bulkKinds = ["accepted", "waiting", "rejected", "label", "resend", "write"] as const;
export type BulkKind = (typeof bulkKinds)[number];

export const bulkIdSchema = z.string().refine(isUuid, "gone");

const optionalText = z.string().trim().max(MAX_TEXT_LENGTH, "too_long").optional();
const optionalId = columnId.optional();

const bulkInputSchema = z.object({
  specialityId: optionalId,
  syllabusId: optionalId,
  reason: z.string().optional(),
  words: optionalText,
  internalReason: optionalText,
  tell: z.enum(notifyWhen).default("held"),
  label: z.string().optional(),
  /** References of possible duplicates and untaught choices to include. */
  included: z.array(z.string()).optional(),
  ...groupMailShape,
});

export type BulkInput = z.output<typeof bulkInputSchema>;

export type BulkDecisionKind = Extract<BulkKind, EnrollmentState>;

/** A decision: notified, counted against places, can be undone. */
export const isBulkDecision = (kind: BulkKind): kind is BulkDecisionKind => kind in states;

/**
 * Saves the input of a bulk action; the preview comes next.
 * @throws DecisionError when a reason is missing or unknown, DomainError for an invalid mail or label
 */
export const setBulkInput = verb(
  "bulk_chosen",
  "work_in_bulk",
  bulkInputSchema.extend({ bulk: bulkIdSchema, kind: z.enum(bulkKinds) }),
  async ({ tx }, { bulk, kind, ...submitted }) => {
    const input = pickInput(kind, submitted);
    if (kind === "rejected" && !input.reason) throw new DecisionError("reason_missing");
    if (kind === "rejected") await findReason(tx, input.reason ?? "", kind);
    if (kind === "label") {
      const { label } = parseActionInput(z.object({ label: labelNameSchema }), { label: "", ...input });
      const retired = { nameKey: label.toLowerCase(), retiredAt: { not: null } };
      if (await tx.label.count({ where: retired }))
        throw new DomainError({ field: "label", code: "retired" });
      input.label = label;
    }
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

export const parseStoredInput = (json: Prisma.JsonValue): BulkInput => bulkInputSchema.parse(json ?? {});

type PlaceIds = Pick<BulkInput, "specialityId" | "syllabusId">;

/** A waiting list is given or follows from the first taught choice; an acceptance finds its own place. */
export async function resolvePlace(
  kind: BulkKind,
  { specialityId, syllabusId }: PlaceIds,
  { listChoices, getPairCheck }: Pick<DecisionContext, "listChoices" | "getPairCheck">,
): Promise<PlaceIds> {
  if (kind !== "waiting" || specialityId || syllabusId) return { specialityId, syllabusId };
  const choices = await listChoices();
  const choice = choices.find(await getPairCheck()) ?? choices[0];
  return { specialityId: choice?.specialityId ?? undefined, syllabusId: choice?.syllabusId ?? undefined };
}

type GroupMailField = keyof typeof groupMailShape;

const groupMailFields = Object.keys(groupMailShape) as GroupMailField[];

/**
 * Rejects a mail without any text, with only subject or only text in a language, or with an unknown placeholder.
 * @throws DomainError
 */
function validateGroupMail(mail: GroupMailText): void {
  const issues = locales.flatMap((locale) => findIssues(mail, locale));
  if (issues.length === 0 && listLanguages(mail).length === 0)
    issues.push({ field: "subject_es", code: "letter_needed" });
  if (issues.length > 0) throw new DomainError(...issues);
}

function findIssues(mail: GroupMailText, locale: Locale): DomainIssue[] {
  const fields = [`subject_${locale}`, `text_${locale}`] as const;
  const filled = fields.filter((field) => mail[field]);
  return fields.flatMap((field): DomainIssue[] => {
    const text = mail[field];
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

function pickInput(kind: BulkKind, { tell, ...submitted }: BulkInput): BulkInput {
  const names: string[] = fieldsByKind[kind];
  return { tell, ...Object.fromEntries(Object.entries(submitted).filter(([name]) => names.includes(name))) };
}

/** @throws DecisionError `reason_unknown` when the reason is not offered for this decision */
const findReason = async (db: Prisma.TransactionClient, code: string, to: EnrollmentState) =>
  pickReason(await listOfferedReasons(db), code, to);
