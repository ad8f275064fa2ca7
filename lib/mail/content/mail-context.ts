import tlds from "tlds" with { type: "json" };
import { formatMinutes, formatPrice, sumPrices } from "@/lib/catalogue/course-price";
import type { RequestedCourse } from "@/lib/catalogue/requested-courses";
import { addElision } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import type { MailTexts } from "@/lib/mail/content/mail-texts";
import type { MailData } from "@/lib/mail/schema";
import type { Day } from "@/lib/platform/dates";

/** What a message speaks of. Names as they were given: `namesIn` says what of them it may say. */
export type MailContext = {
  school: {
    name: string;
    email: string;
    phone: string;
    address: string;
    timeZone: string;
    /** `#rrggbb` */
    color: string;
    hasLogo: boolean;
    /** In every language: what the school says in its own words. */
    sentences?: MailTexts;
  };
  /** Whether somebody has set a password through a link to this address. */
  confirmed: boolean;
  /** A child of whom nothing is asked, and no password. */
  young?: boolean;
  /** The reader's first name; a second guardian's is not known yet. */
  name?: string;
  /** First name and surname of the students and of the first guardian. */
  students?: string[];
  guardian?: string;
  /** Those of the students, in their order. */
  references?: string[];
  /** What they ask for, in their order. */
  requested?: RequestedCourse[];
  year?: string;
  /** The address that a message to the one before it speaks of, masked. */
  address?: string;
  /** By when the school answers the request. */
  answerBy?: Day;
  /** Where a password is set, until `linkExpiresAt`; of a decision's message, the account. */
  link: string;
  linkExpiresAt?: Date;
  /** What a decision's message tells; no other has it. */
  tells?: MailData;
};

/** A message as plain text in its parts; the HTML and the plain-text twin both show all of it. */
export type MailContent = {
  locale: Locale;
  school: string;
  /** The school's, `#rrggbb`. */
  color: string;
  hasLogo: boolean;
  subject: string;
  preview: string;
  greeting: string;
  body: string[];
  action: { label: string; url: string; plain: string; note: string };
  facts: { label: string; value: string }[];
  next: { title: string; steps: string[] } | undefined;
  /** The school's own, in lines. */
  signature?: string[];
  contact: { title: string; text: string; address: string };
  why: string;
  /** "This was not me": whoever did not send it, or does not know who did, says so there. */
  notMe?: { label: string; url: string } | undefined;
};

/** The facts that a message shows in a list, of those that are known. */
export const toFacts = <Name extends string>(
  names: readonly Name[],
  details: Partial<Record<Name, string>>,
  t: (key: `facts.${Name}`) => string,
): MailContent["facts"] =>
  names.flatMap((name) => {
    const value = details[name];
    return value ? [{ label: t(`facts.${name}`), value: sanitiseText(value) }] : [];
  });

const ABOUT = ["reference", "student", "year"] as const;

/** What a message is about: of several students each with the reference of theirs. */
export function getEnrollmentFacts(
  { references = [], year, tells }: MailContext,
  { students, inBody }: { students: string[]; inBody: { student: string } },
  t: (key: `facts.${(typeof ABOUT)[number]}`) => string,
): MailContent["facts"] {
  // Of the year that somebody is asked about there are no requests yet.
  if (tells?.year)
    return toFacts<(typeof ABOUT)[number]>(["student", "year"], { student: inBody.student, year }, t);
  if (references.length < 2)
    return toFacts<(typeof ABOUT)[number]>(
      ABOUT,
      { reference: references[0], student: inBody.student, year },
      t,
    );
  const each = references.map((value, at) => ({ label: students[at] || t("facts.reference"), value }));
  return [...each, ...toFacts(["year"] as const, { year }, t)];
}

/** What is asked for: of several children each in a row, with what they cost together. */
export function requestedFacts(requested: RequestedCourse[], locale: Locale): MailContent["facts"] {
  const [t, price] = [getTranslator(locale, "mail"), getTranslator(locale, "price")];
  const several = requested.length > 1;
  const rows = requested.map(({ student, name, minutes, price: cost }) => ({
    label: several ? sanitiseText(student) : t("facts.course"),
    value: [
      sanitiseText(name.text) || t("facts.open"),
      minutes && t("facts.weekly", { time: formatMinutes(minutes) }),
      cost && formatPrice(cost, price, locale).line,
    ]
      .filter(Boolean)
      .join(" · "),
  }));
  const total = several && sumPrices(requested.map((one) => one.price));
  return total ? [...rows, { label: t("facts.total"), value: formatPrice(total, price, locale).line }] : rows;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * A text that somebody typed, on one line and unable to reorder the words around it: no line break
 * reaches a subject (header injection), no direction mark outlives its name.
 */
export function sanitiseText(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** What somebody of the school wrote, each line a paragraph. */
export const toParagraphs = (words = "") =>
  words
    .split(/\n\s*\n|\n/)
    .map(sanitiseText)
    .filter((paragraph) => paragraph !== "");

const topLevelDomains = new Set(tlds);
const LONGEST = 20;

/** Names as a message says them; "" where it says none. */
type Names = Record<"name" | "student" | "guardian", string>;

/**
 * How a message names its reader, the students and the first guardian, in its body and in its subject.
 *
 * Whoever sends a form chooses the names and whom they go to: an address that nobody has confirmed gets the first
 * word of each and no name in the subject, or the school would carry a stranger's words to anybody. `students` are
 * they one by one, "" for whom nothing is said.
 */
export function getDisplayNames(
  {
    confirmed,
    name = "",
    students = [],
    guardian = "",
  }: Pick<MailContext, "confirmed" | "name" | "students" | "guardian">,
  locale: string,
) {
  const say = confirmed ? sanitiseText : (text: string) => sanitiseText(toFirstName(text));
  const each = students.map(say);
  const said = each.filter((student) => student !== "");
  const names: Names = {
    name: say(name),
    student: new Intl.ListFormat(locale).format(said),
    guardian: say(guardian),
  };
  return { inBody: addElision(names), inSubject: addElision(confirmed ? names : NO_NAMES), students: each };
}

/** The first word of a name, at most 20 characters; none of one that a mail program would make a link of. */
export function toFirstName(name: string): string {
  if (looksLikeLink(name)) return "";
  const [word = ""] = name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim()
    .split(/\s+/);
  return WORD.test(word) ? [...word].slice(0, LONGEST).join("") : "";
}

const WIDTH = 78;

/**
 * The plain-text twin: the same parts as the HTML, in the same order.
 * @param width characters in a line; a page breaks lines by itself
 */
export function renderPlainText(content: MailContent, width = WIDTH): string {
  const { school, greeting, body, action, facts, next, signature = [], contact, why, notMe } = content;
  const blocks = [
    school,
    greeting,
    ...body,
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    `${action.label}:\n${action.url}`,
    action.note,
    ...(next ? [[next.title, ...next.steps.map((step, at) => `${at + 1}. ${step}`)].join("\n")] : []),
    signature.join("\n"),
    `${contact.title}\n${contact.text}`,
    `-- \n${why}`,
    notMe ? `${notMe.label}\n${notMe.url}` : "",
    contact.address,
  ];
  const lines = blocks
    .filter((block) => block !== "")
    .map((block) =>
      block
        .split("\n")
        .map((line) => wrap(line, width))
        .join("\n"),
    );
  return `${lines.join("\n\n")}\n`;
}

const NO_NAMES: Names = { name: "", student: "", guardian: "" };

/** Without digits and signs that join words: `Gana_1000_EUR` is no first name. */
const WORD = /^['’]?\p{L}[\p{L}\p{M}'’·.-]*$/u;

function looksLikeLink(name: string): boolean {
  const plain = name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKC")
    .replaceAll("。", ".")
    .toLowerCase();
  const labels = [...plain.matchAll(/\.([\p{L}\p{M}\p{N}-]+)/gu)].map(([, label = ""]) => label);
  return (
    /:\/\/|www\./.test(plain) || labels.some((label) => topLevelDomains.has(label) || /^xn--/.test(label))
  );
}

/** Breaks between words only: a link stays in one piece, however long. */
function wrap(line: string, width: number): string {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join("\n");
}
