import { z } from "zod";
import { type Locale, locales } from "@/lib/i18n/locales";
import { readMailTexts, mailTextParts, findMailTextProblem, saveMailText } from "@/lib/mail/sentences";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { defineLooseAction, ActionError, versionSchema } from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/changes";
import { prisma } from "@/lib/platform/prisma";
import { type LegalKind, legalKinds, listLegalVersions, readLegalTexts } from "@/lib/school/legal";
import { normaliseLegalText, createLegalChange, findLegalProblem, saveLegalVersion, type LegalTextByLocale } from "@/lib/school/legal-version";
import { ConflictError } from "./overtaken";
import { findLastChangeOf } from "./settings";

const text = z.string().default("").transform(normaliseLegalText);

/**
 * Makes texts of a kind, in every language, the ones that count; with `dryRun` says what that would change. What
 * families accepted before stays as it was (desk 44, families 19).
 * @throws Overtaken where the version is not the one that `was` says, Refused
 */
export const changeLegalTexts = defineLooseAction(
  "legal_text_imported",
  "change_settings",
  z.object({
    kind: z.enum(legalKinds, "gone"),
    es: text,
    ca: text,
    en: text,
    /** The version that the page showed. */
    expected: versionSchema.optional(),
    dryRun: z.boolean().default(false),
  }),
  async ({ inTransaction }, { kind, expected, dryRun, ...texts }) => {
    const problems = locales.flatMap((field) => {
      const { code, ...values } = findLegalProblem(texts[field]) ?? {};
      return code ? [{ field, code, values }] : [];
    });
    if (problems.length > 0) throw new ActionError(...problems);
    const change = await inTransaction(async ({ tx, audit }) => {
      const change = await createLegalChange(tx, kind, texts);
      const { before, version, changed } = change;
      if (changed.length === 0 || dryRun) return change;
      if (expected !== undefined && expected !== before)
        throw new ConflictError("es", String(before), await findLastChangeOf(tx, "legal_text", `${kind} ${before}`));
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

/** A kind's texts as they count, with the versions that there were and who made the last one. */
export async function readLegalDetails(actor: Actor, kind: LegalKind) {
  requirePermission(actor, "change_settings");
  const [now, versions] = await Promise.all([readLegalTexts(), listLegalVersions(kind, locales[0])]);
  const rows = now.filter((one) => one.kind === kind);
  const texts = Object.fromEntries(rows.map(({ locale, text }) => [locale, text])) as LegalTextByLocale;
  const version = rows[0]?.version ?? 0;
  return { texts, version, versions, last: await findLastChangeOf(prisma(), "legal_text", `${kind} ${version}`) };
}

const words = z
  .string()
  .default("")
  .transform((text) => text.replaceAll("\r\n", "\n").normalize("NFC").trim());

/**
 * Gives mails to families a sentence of the school's own, in every language; in none takes it away (desk 44).
 * @throws Overtaken where it is not what `was` says, Refused
 */
export const changeMailText = defineLooseAction(
  "mail_sentence_changed",
  "change_settings",
  z.object({
    part: z.enum(mailTextParts, "gone"),
    es: words,
    ca: words,
    en: words,
    /** What the page showed, as `sentenceText` says it. */
    expected: z.string().optional(),
  }),
  async ({ inTransaction }, { part, expected, ...texts }) => {
    const problems = locales.flatMap((field) => {
      const problem = findMailTextProblem(part, texts, field);
      return problem ? [{ field, ...problem }] : [];
    });
    if (problems.length > 0) throw new ActionError(...problems);
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

/** What tells one sentence from another; "" where there is none. */
export const getMailTextVersion = (texts: Record<Locale, string> | undefined): string =>
  locales
    .map((locale) => texts?.[locale] ?? "")
    .join("\n\n")
    .trim();

/** The school's own sentences in mails, as they are stored. */
export async function readMailTextDetails(actor: Actor) {
  requirePermission(actor, "change_settings");
  return readMailTexts(prisma());
}
