import { z } from "zod";
import {
  fromUses,
  listAllReasons,
  lockReasons,
  type OfferedReason,
  type ReasonInput,
  type ReasonProblem,
  saveReasons,
  toUses,
  validateReasons,
} from "@/lib/decisions/reasons";
import { findLastChangeOf, type LastChange } from "@/lib/desk/settings/queries";
import { type Locale, locales } from "@/lib/i18n/locales";
import {
  findMailTextProblem,
  mailTextParts,
  readMailTexts,
  saveMailText,
} from "@/lib/mail/content/mail-texts";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import {
  ConflictError,
  DomainError,
  looseVerb,
  type VerbContext,
  verb,
  versionSchema,
} from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import {
  createLegalChange,
  findLegalProblem,
  type LegalKind,
  type LegalTextByLocale,
  legalKinds,
  listLegalVersions,
  normaliseLegalText,
  readLegalTexts,
  saveLegalVersion,
} from "@/lib/school/legal";

const text = z.string().default("").transform(normaliseLegalText);

/**
 * Publishes the texts of a kind in every language; with `dryRun` returns the changes. Earlier acceptances keep their
 * version (desk 44, families 19).
 * @throws ConflictError when the version differs from `was`, DomainError
 */
export const changeLegalTexts = looseVerb(
  "legal_text_imported",
  "change_settings",
  z.object({
    kind: z.enum(legalKinds, "gone"),
    es: text,
    ca: text,
    en: text,
    /** The version that the page showed. */
    was: versionSchema.optional(),
    dryRun: z.boolean().default(false),
  }),
  async ({ inTransaction }, { kind, was: expected, dryRun, ...texts }) => {
    const problems = locales.flatMap((field) => {
      const { code, ...values } = findLegalProblem(texts[field]) ?? {};
      return code ? [{ field, code, values }] : [];
    });
    if (problems.length > 0) throw new DomainError(...problems);
    const change = await inTransaction(async ({ tx, audit }) => {
      const change = await createLegalChange(tx, kind, texts);
      const { before, version, changed } = change;
      if (changed.length === 0 || dryRun) return change;
      if (expected !== undefined && expected !== before)
        throw new ConflictError(
          "es",
          String(before),
          await findLastChangeOf(tx, "legal_text", `${kind} ${before}`),
        );
      await saveLegalVersion(tx, change, texts);
      await audit(
        { kind: "legal_text", id: `${kind} ${version}` },
        { version: [before, version], languages: [null, changed.join(", ")] },
      );
      return change;
    });
    invalidate("settings");
    return change;
  },
);

/** The current texts of a kind, their versions and last author. */
export async function readLegalDetails(actor: Actor, kind: LegalKind) {
  requirePermission(actor, "change_settings");
  const [now, versions] = await Promise.all([readLegalTexts(), listLegalVersions(kind, locales[0])]);
  const rows = now.filter((one) => one.kind === kind);
  const texts = Object.fromEntries(rows.map(({ locale, text }) => [locale, text])) as LegalTextByLocale;
  const version = rows[0]?.version ?? 0;
  return {
    texts,
    version,
    versions,
    last: await findLastChangeOf(prisma(), "legal_text", `${kind} ${version}`),
  };
}

const words = z
  .string()
  .default("")
  .transform((text) => text.replaceAll("\r\n", "\n").normalize("NFC").trim());

/**
 * Sets or removes the school's own text in mails, in every language (desk 44).
 * @throws ConflictError when it differs from `was`, DomainError
 */
export const changeMailText = looseVerb(
  "mail_sentence_changed",
  "change_settings",
  z.object({
    part: z.enum(mailTextParts, "gone"),
    es: words,
    ca: words,
    en: words,
    /** From `getMailTextVersion`. */
    was: z.string().optional(),
  }),
  async ({ inTransaction }, { part, was: expected, ...texts }) => {
    const problems = locales.flatMap((field) => {
      const problem = findMailTextProblem(part, texts, field);
      return problem ? [{ field, ...problem }] : [];
    });
    if (problems.length > 0) throw new DomainError(...problems);
    await inTransaction(async ({ tx, audit }) => {
      await tx.$executeRaw`lock table mail_sentences in share row exclusive mode`;
      const before = (await readMailTexts(tx))[part];
      const [old, now] = [getMailTextVersion(before), getMailTextVersion(texts)];
      if (old === now) return;
      if (expected !== undefined && expected !== old)
        throw new ConflictError("es", old, await findLastChangeOf(tx, "mail_sentence", part));
      await saveMailText(tx, part, texts);
      const { es, ca, en } = texts;
      await audit(
        { kind: "mail_sentence", id: part },
        { es: [before?.es, es || null], ca: [before?.ca, ca || null], en: [before?.en, en || null] },
      );
    });
    invalidate("settings");
  },
);

/** A version for conflict checks; "" without texts. */
export const getMailTextVersion = (texts: Record<Locale, string> | undefined): string =>
  locales
    .map((locale) => texts?.[locale] ?? "")
    .join("\n\n")
    .trim();

export async function readMailTextDetails(actor: Actor) {
  requirePermission(actor, "change_settings");
  return readMailTexts(prisma());
}

/** The submitted reasons are invalid. */
export class ReasonsError extends DomainError {
  constructor(readonly problems: ReasonProblem[]) {
    super(...problems);
  }
}

const line = z
  .string()
  .default("")
  .transform((text) => text.normalize("NFC").trim());
/** Decisions, and `question`. */
const offeredFor = z.array(z.string());
const reason = z
  .object({ code: z.string(), offeredFor, es: line, ca: line, en: line })
  .transform(({ offeredFor, ...words }) => ({ ...words, ...fromUses(offeredFor) }));

/** Replaces the reasons offered, in this order; with `dryRun` returns the changes (desk 21). @throws ReasonsError */
export const importReasons = verb(
  "reason_imported",
  "change_settings",
  z.object({ reasons: z.array(reason), dryRun: z.boolean().default(false) }),
  async (doing, { reasons, dryRun }) => {
    await lockReasons(doing.tx);
    return replaceReasons(doing, reasons, dryRun);
  },
);

/**
 * Changes a reason or adds one, whose code is made from the Spanish text (desk 44).
 * @throws ConflictError when its version differs from `was`, ReasonsError
 */
export const changeReason = verb(
  "reason_changed",
  "change_settings",
  z.object({
    /** None for a new reason. */
    reason: z.string().optional(),
    was: versionSchema.optional(),
    offeredFor,
    es: line,
    ca: line,
    en: line,
  }),
  async (doing, { reason, was: expected, offeredFor, ...words }) => {
    await lockReasons(doing.tx);
    const known = await listAllReasons(doing.tx);
    const before = known.find(({ code }) => code === reason);
    if (reason && !before) throw new DomainError();
    if (before && expected !== undefined && expected !== before.version)
      throw new ConflictError("es", String(before.version), await lastChangeOf(before, doing.tx));
    const now = { ...words, ...fromUses(offeredFor), code: before?.code ?? codeFor(words.es, known) };
    const all = before ? known.map((one) => (one === before ? now : one)) : [...known, now];
    await replaceReasons(doing, all, false);
    return now.code;
  },
);

/** Retires a reason; earlier notifications keep it. */
export const retireReason = verb(
  "reason_retired",
  "change_settings",
  z.object({ reason: z.string().default("") }),
  async (doing, { reason }) => {
    await lockReasons(doing.tx);
    const known = await listAllReasons(doing.tx);
    if (known.every(({ code }) => code !== reason)) throw new DomainError();
    await replaceReasons(
      doing,
      known.map((one) => (one.code === reason ? { ...one, ...fromUses([]) } : one)),
      false,
    );
  },
);

/** Every reason with retired ones, in the school's order. */
export async function listReasons(actor: Actor): Promise<OfferedReason[]> {
  requirePermission(actor, "change_settings");
  return listAllReasons();
}

export async function readReason(actor: Actor, code: string) {
  const reason = (await listReasons(actor)).find((one) => one.code === code);
  return reason && { reason, last: await lastChangeOf(reason) };
}

const lastChangeOf = (
  { code, version }: OfferedReason,
  tx: VerbContext["tx"] = prisma(),
): Promise<LastChange | undefined> => findLastChangeOf(tx, "reason", `${code} ${version}`);

async function replaceReasons({ tx, audit }: VerbContext, reasons: ReasonInput[], dryRun: boolean) {
  const problems = validateReasons(reasons);
  if (problems.length > 0) throw new ReasonsError(problems);
  const outcome = await saveReasons(tx, reasons, { dryRun });
  if (dryRun) return outcome;
  for (const { code, version, before, now } of outcome.changes)
    await audit(
      { kind: "reason", id: `${code} ${version}` },
      {
        es: [before?.es, now.es],
        ca: [before?.ca, now.ca],
        en: [before?.en, now.en],
        offered_for: [before && toUses(before).join(" "), toUses(now).join(" ")],
      },
    );
  return outcome;
}

/** A code in lower case, with a number when it is in use. */
function codeFor(words: string, known: OfferedReason[]): string {
  const plain = words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const base =
    plain
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^[\d_]+|_+$/g, "")
      .slice(0, 30) || "reason";
  const isTaken = (code: string) => known.some((one) => one.code === code);
  let code = base;
  for (let number = 2; isTaken(code); number++) code = `${base}_${number}`;
  return code;
}
