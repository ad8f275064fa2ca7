import { createHash } from "node:crypto";
import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { type Locale, locales } from "@/lib/i18n/locales";
import { findMailTextProblem, mailTextParts, readMailTexts } from "@/lib/mail/content/mail-texts";
import { findLastChange } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { ConflictError, DomainError, looseVerb, versionSchema } from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { findLegalProblem, type LegalKind, legalKinds, readLegalTexts } from "@/lib/school/legal";

/** A text as it is stored: line breaks as `\n`, one at the end. */
const legalTextSchema = z
  .string()
  .default("")
  .transform((text) => `${text.replaceAll("\r\n", "\n").normalize("NFC").trim()}\n`);

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
    es: legalTextSchema,
    ca: legalTextSchema,
    en: legalTextSchema,
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
        throw await ConflictError.of(tx, { kind: "legal_text", id: `${kind} ${before}` }, "es", before);
      await saveLegalVersion(tx, kind, version, texts);
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
  const [currentTexts, versions] = await Promise.all([readLegalTexts(), listLegalVersions(kind, locales[0])]);
  const rows = currentTexts.filter((one) => one.kind === kind);
  const texts = Object.fromEntries(rows.map(({ locale, text }) => [locale, text])) as Record<Locale, string>;
  const version = rows[0]?.version ?? 0;
  return {
    texts,
    version,
    versions,
    last: await findLastChange({ objectKind: "legal_text", objectId: `${kind} ${version}` }),
  };
}

const mailTextSchema = z
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
    es: mailTextSchema,
    ca: mailTextSchema,
    en: mailTextSchema,
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
      const current = (await readMailTexts(tx))[part];
      const [old, now] = [getMailTextVersion(current), getMailTextVersion(texts)];
      if (old === now) return;
      if (expected !== undefined && expected !== old)
        throw await ConflictError.of(tx, { kind: "mail_sentence", id: part }, "es", old);
      const data = { part, ...texts };
      if (texts.es === "") await tx.mailSentence.deleteMany({ where: { part } });
      else
        await tx.mailSentence.upsert({ where: { part }, create: data, update: data, select: { part: true } });
      const { es, ca, en } = texts;
      await audit(
        { kind: "mail_sentence", id: part },
        { es: [current?.es, es || null], ca: [current?.ca, ca || null], en: [current?.en, en || null] },
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

const listLegalVersions = (kind: LegalKind, locale: string) =>
  prisma().legalText.findMany({
    where: { kind, locale },
    orderBy: { version: "desc" },
    select: { version: true, createdAt: true },
  });

/**
 * Compares texts with the current version, and locks the table until the transaction ends. The version stays when
 * nothing differs.
 * @returns the version before and after, and the changed languages
 */
async function createLegalChange(
  tx: Prisma.TransactionClient,
  kind: LegalKind,
  texts: Record<Locale, string>,
) {
  await tx.$executeRaw`lock table legal_texts in share row exclusive mode`;
  const current = (await readLegalTexts(tx)).filter((text) => text.kind === kind);
  const previous = current[0]?.version ?? 0;
  const languages = Object.keys(texts) as Locale[];
  const currentTexts = new Map(current.map(({ locale, text }) => [locale, text]));
  const changed = languages.filter((locale) => currentTexts.get(locale) !== texts[locale]);
  return { kind, before: previous, version: changed.length > 0 ? previous + 1 : previous, changed };
}

/**
 * Saves the next version in every language; accepted versions stay unchanged (families 19,
 * prisma/sql/functions/refuse_legal_change.sql).
 */
async function saveLegalVersion(
  tx: Prisma.TransactionClient,
  kind: LegalKind,
  version: number,
  texts: Record<Locale, string>,
): Promise<void> {
  const data = Object.entries(texts).map(([locale, text]) => ({
    kind,
    version,
    locale,
    text,
    sha256: createHash("sha256").update(text).digest("hex"),
  }));
  await tx.legalText.createMany({ data });
}
