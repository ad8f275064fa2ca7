import type { Prisma } from "@/generated/prisma/client";
import { type Locale, locales } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { type MailKind, mailKinds } from "@/lib/mail/mail-kinds";
import { foldText } from "@/lib/platform/text";

/** Where a text of the school stands in a message, and the kinds that contain it. */
type Row = { at: "greeting" | "signature" | "next"; kinds: readonly MailKind[] };

/** A message to a child has its own greeting. */
const adultKinds = mailKinds.filter((kind) => kind !== "minor_student");

/** Each part of a message for which the school can write its own text. */
const parts = {
  greeting: { at: "greeting", kinds: adultKinds },
  received: { at: "next", kinds: ["guardian", "second_guardian", "adult_student"] },
  accepted: { at: "next", kinds: ["accepted"] },
  waiting: { at: "next", kinds: ["waiting"] },
  rejected: { at: "next", kinds: ["rejected"] },
  signature: { at: "signature", kinds: mailKinds },
} as const satisfies Record<string, Row>;

type MailTextPart = keyof typeof parts;

export const mailTextParts = Object.keys(parts) as [MailTextPart, ...MailTextPart[]];

type Texts = Record<Locale, string>;

export type MailTexts = Partial<Record<MailTextPart, Texts>>;

const getRow = (part: MailTextPart): Row => parts[part];

export const getKindsWithText = (part: MailTextPart): readonly MailKind[] => getRow(part).kinds;

export async function readMailTexts(db: Prisma.TransactionClient): Promise<MailTexts> {
  const rows = await db.mailSentence.findMany();
  return Object.fromEntries(rows.map(({ part, ...texts }) => [part, texts]));
}

const MAX_LENGTH = 300;

type Problem = { code: string; values?: Record<string, string | number> };

/** Validates a part's text in one language: either all languages have a text, or none. */
export function findMailTextProblem(part: MailTextPart, texts: Texts, locale: Locale): Problem | undefined {
  const text = texts[locale];
  if (text === "")
    return Object.values(texts).some((value) => value !== "") ? { code: "sentence_missing" } : undefined;
  if ([...text].length > MAX_LENGTH) return { code: "sentence_too_long", values: { most: MAX_LENGTH } };
  if (getRow(part).at !== "signature" && text.includes("\n")) return { code: "sentence_lines" };
  const plain = getRow(part).at === "greeting" ? text.replace("{name}", "") : text;
  const [place] = /\{[^}]*\}?/.exec(plain) ?? [];
  if (place) return { code: "sentence_place", values: { place } };
}

/** The school's own texts for a position in a message. */
export const getSchoolTexts = (texts: MailTexts, kind: MailKind, locale: Locale, at: Row["at"]): string[] =>
  mailTextParts.flatMap((part) => {
    const { at: position, kinds } = getRow(part);
    return position === at && kinds.includes(kind) ? texts[part]?.[locale] || [] : [];
  });

/** The placeholders for a text that the desk writes to many families. */
export const placeholders = ["name", "student", "place", "reference", "year"] as const;

type Placeholder = (typeof placeholders)[number];

/** A placeholder as written in a language: `{alumno}`, `{student}`. */
export const formatPlaceholder = (locale: Locale, name: Placeholder): string =>
  `{${getTranslator(locale, "mail")(`placeholders.${name}`)}}`;

const IN_BRACES = /\{([^{}\n]{0,60})\}/g;

/** The placeholders of a text, in any language. */
export const findPlaceholders = (text: string): Placeholder[] =>
  [...text.matchAll(IN_BRACES)].flatMap(([match]) => findPlaceholder(match) ?? []);

export const findUnknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(IN_BRACES)].flatMap(([match]) => (findPlaceholder(match) ? [] : match));

export const fillPlaceholders = (text: string, values: Record<Placeholder, string>): string =>
  text.replace(IN_BRACES, (match) => {
    const name = findPlaceholder(match);
    return name ? values[name] : match;
  });

function findPlaceholder(text: string): Placeholder | undefined {
  const plain = toComparable(text);
  return placeholders.find((name) =>
    locales.some((locale) => toComparable(formatPlaceholder(locale, name)) === plain),
  );
}

const toComparable = (text: string) => foldText(text).replace(/\s/g, "");
