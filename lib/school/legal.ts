import type { Prisma } from "@/generated/prisma/client";
import { createCache } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";

export const legalKinds = ["terms", "privacy"] as const;
export type LegalKind = (typeof legalKinds)[number];

type LegalText = {
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

const getCurrentTexts = createCache("legal texts", "settings", () => readLegalTexts());
