import type { Prisma } from "@/generated/prisma/client";
import { createCache } from "@/lib/platform/changes";
import { prisma } from "@/lib/platform/prisma";

export const legalKinds = ["terms", "privacy"] as const;
export type LegalKind = (typeof legalKinds)[number];

/** A text that counts before the law: one language of one version, as it was imported. */
export type LegalText = {
  id: number;
  kind: LegalKind;
  version: number;
  locale: string;
  /** Markdown that begins with `# Title`. */
  text: string;
  /** Of the text as UTF-8, in hex. */
  sha256: string;
  createdAt: Date;
};

/** What stands there today. */
export async function getLegalText(kind: LegalKind, locale: string): Promise<LegalText> {
  const found = (await current()).find((one) => one.kind === kind && one.locale === locale);
  if (!found) throw new Error(`There is no text of kind ${kind} in ${locale}.`);
  return found;
}

/**
 * A version as it was, whatever has replaced it; undefined when there never was one.
 * @param version as it stands in an address
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

/** The newest version of each, in every language. */
export const readLegalTexts = async (db: Prisma.TransactionClient = prisma()): Promise<LegalText[]> =>
  (await db.legalText.findMany({
    distinct: ["kind", "locale"],
    orderBy: [{ kind: "asc" }, { locale: "asc" }, { version: "desc" }],
  })) as LegalText[];

/** The versions of a kind, the newest first, as they are in one language. */
export const listLegalVersions = (kind: LegalKind, locale: string) =>
  prisma().legalText.findMany({
    where: { kind, locale },
    orderBy: { version: "desc" },
    select: { version: true, createdAt: true },
  });

const current = createCache("legal texts", "settings", () => readLegalTexts());
