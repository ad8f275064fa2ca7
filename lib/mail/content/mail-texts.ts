import type { Prisma } from "@/generated/prisma/client";
import { type Locale, locales } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { type MailKind, mailKinds } from "@/lib/mail/mail-kinds";
import { createCache } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";

/** How a mail begins, how it ends, or what comes next at the end of its list. */
type Row = { at: "greeting" | "signature" | "next"; said: readonly MailKind[] };

/** A child is spoken to as a child is. */
const toAdults = mailKinds.filter((kind) => kind !== "minor_student");

/** Each part of a mail that a school may say in its own words, and which messages say it. */
const parts = {
  greeting: { at: "greeting", said: toAdults },
  received: { at: "next", said: ["guardian", "second_guardian", "adult_student"] },
  accepted: { at: "next", said: ["accepted"] },
  waiting: { at: "next", said: ["waiting"] },
  rejected: { at: "next", said: ["rejected"] },
  signature: { at: "signature", said: mailKinds },
} as const satisfies Record<string, Row>;

export type MailTextPart = keyof typeof parts;

export const mailTextParts = Object.keys(parts) as [MailTextPart, ...MailTextPart[]];

type Words = Record<Locale, string>;

export type MailTexts = Partial<Record<MailTextPart, Words>>;

const rowOf = (part: MailTextPart): Row => parts[part];

/** The messages that say a part. */
export const getKindsWithText = (part: MailTextPart): readonly MailKind[] => rowOf(part).said;

/** The sentences that there are. */
export async function readMailTexts(db: Prisma.TransactionClient): Promise<MailTexts> {
  const rows = await db.mailSentence.findMany();
  return Object.fromEntries(rows.map(({ part, ...words }) => [part, words]));
}

/** The same for every mail, without asking the database each time. */
export const getMailTexts = createCache("mail sentences", "settings", () => readMailTexts(prisma()));

/** Keeps a part's words; blank ones take it away. */
export async function saveMailText(tx: Prisma.TransactionClient, part: MailTextPart, words: Words) {
  const data = { part, ...words };
  if (words.es === "") await tx.mailSentence.deleteMany({ where: { part } });
  else await tx.mailSentence.upsert({ where: { part }, create: data, update: data, select: { part: true } });
}

const LONGEST = 300;

type Problem = { code: string; values?: Record<string, string | number> };

/** What is wrong with a part's words in one language; all languages have it, or none. */
export function findMailTextProblem(part: MailTextPart, words: Words, locale: Locale): Problem | undefined {
  const text = words[locale];
  if (text === "")
    return Object.values(words).some((other) => other !== "") ? { code: "sentence_missing" } : undefined;
  if ([...text].length > LONGEST) return { code: "sentence_too_long", values: { most: LONGEST } };
  if (rowOf(part).at !== "signature" && text.includes("\n")) return { code: "sentence_lines" };
  const plain = rowOf(part).at === "greeting" ? text.replace("{name}", "") : text;
  const [place] = /\{[^}]*\}?/.exec(plain) ?? [];
  if (place) return { code: "sentence_place", values: { place } };
}

/** What a message says of a school's own words at one of its places, in its language. */
export const getSchoolTexts = (own: MailTexts, kind: MailKind, locale: Locale, at: Row["at"]): string[] =>
  mailTextParts.flatMap((part) => {
    const { at: stands, said } = rowOf(part);
    return stands === at && said.includes(kind) ? own[part]?.[locale] || [] : [];
  });

/** What of each family may stand in a text that the desk writes to many. */
export const placeholders = ["name", "student", "place", "reference", "year"] as const;

type Placeholder = (typeof placeholders)[number];

/** How a placeholder is written in a language: `{alumno}`, `{student}`. */
export const formatPlaceholder = (locale: Locale, name: Placeholder): string =>
  `{${getTranslator(locale, "mail")(`placeholders.${name}`)}}`;

const IN_BRACES = /\{([^{}\n]{0,60})\}/g;

/** Those that stand in a text, in whatever language they are written. */
export const findPlaceholders = (text: string): Placeholder[] =>
  [...text.matchAll(IN_BRACES)].flatMap(([written]) => placeholderOf(written) ?? []);

/** What stands in braces and is nothing that could be put in its place. */
export const findUnknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(IN_BRACES)].flatMap(([written]) => (placeholderOf(written) ? [] : written));

/** A text with each placeholder's value in its place. */
export const fillPlaceholders = (text: string, values: Record<Placeholder, string>): string =>
  text.replace(IN_BRACES, (written) => {
    const name = placeholderOf(written);
    return name ? values[name] : written;
  });

function placeholderOf(written: string): Placeholder | undefined {
  const plain = folded(written);
  return placeholders.find((name) =>
    locales.some((locale) => folded(formatPlaceholder(locale, name)) === plain),
  );
}

const folded = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\p{M}\s]/gu, "")
    .toLowerCase();
