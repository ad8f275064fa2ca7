import type { Prisma } from "@/generated/prisma/client";
import type { Locale } from "@/lib/i18n/locales";
import { createCache } from "@/lib/platform/changes";
import { prisma } from "@/lib/platform/prisma";
import { type MailKind, mailKinds } from "./kinds";

type Words = Record<Locale, string>;

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
