import { createHash } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import type { Locale } from "@/lib/i18n/locales";
import { createCache } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";

export const legalKinds = ["terms", "privacy"] as const;
export type LegalKind = (typeof legalKinds)[number];

export type LegalText = {
  id: number;
  kind: LegalKind;
  version: number;
  locale: string;
  /** Markdown that begins with `# Title`. */
  text: string;
  /** SHA-256 of the text in UTF-8, in hex. */
  sha256: string;
  createdAt: Date;
};

export async function getLegalText(kind: LegalKind, locale: string): Promise<LegalText> {
  const match = (await getCurrentTexts()).find((text) => text.kind === kind && text.locale === locale);
  if (!match) throw new Error(`There is no text of kind ${kind} in ${locale}.`);
  return match;
}

/**
 * A version, current or not; undefined for an unknown one.
 * @param version as in an address
 */
export async function findLegalVersion(
  kind: string,
  version: number | string,
  locale: string,
): Promise<LegalText | undefined> {
  if (!/^[1-9]\d{0,5}$/.test(String(version))) return;
  const where = { kind_version_locale: { kind, version: Number(version), locale } };
  return ((await prisma().legalText.findUnique({ where })) as LegalText | null) ?? undefined;
}

export const readLegalTexts = async (db: Prisma.TransactionClient = prisma()): Promise<LegalText[]> =>
  (await db.legalText.findMany({
    distinct: ["kind", "locale"],
    orderBy: [{ kind: "asc" }, { locale: "asc" }, { version: "desc" }],
  })) as LegalText[];

export const listLegalVersions = (kind: LegalKind, locale: string) =>
  prisma().legalText.findMany({
    where: { kind, locale },
    orderBy: { version: "desc" },
    select: { version: true, createdAt: true },
  });

export type LegalTextByLocale = Record<Locale, string>;

/** A text as it is stored: line breaks as `\n`, one at the end. */
export const normaliseLegalText = (text: string) =>
  `${text.replaceAll("\r\n", "\n").normalize("NFC").trim()}\n`;

type LegalProblem =
  | { code: "legal_untitled" }
  | { code: "legal_too_long"; most: number }
  | { code: "legal_place_unknown"; place: string; known: string };

const PLACES = ["school", "address", "mail", "phone"];
const MAX_LENGTH = 200_000;

export function findLegalProblem(text: string): LegalProblem | undefined {
  if (!/^# \S.*\n\s*\S/.test(text)) return { code: "legal_untitled" };
  if (text.length > MAX_LENGTH) return { code: "legal_too_long", most: MAX_LENGTH };
  const places = [...text.matchAll(/\{(\w*)\}/g)].map(([, name = ""]) => name);
  const place = places.find((name) => !PLACES.includes(name));
  if (place === undefined) return;
  return {
    code: "legal_place_unknown",
    place: `{${place}}`,
    known: PLACES.map((name) => `{${name}}`).join(", "),
  };
}

/** The change of a kind: its version before and after, and the changed languages. */
export type LegalChange = { kind: LegalKind; before: number; version: number; changed: Locale[] };

/**
 * Compares texts with the current version, and locks the table until the transaction ends. The version stays when
 * nothing differs.
 */
export async function createLegalChange(
  tx: Prisma.TransactionClient,
  kind: LegalKind,
  texts: LegalTextByLocale,
): Promise<LegalChange> {
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
export async function saveLegalVersion(
  tx: Prisma.TransactionClient,
  { kind, version }: LegalChange,
  texts: LegalTextByLocale,
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

const getCurrentTexts = createCache("legal texts", "settings", () => readLegalTexts());
