import tlds from "tlds" with { type: "json" };
import type { RequestedCourse } from "@/lib/catalogue/requested-courses";
import { addElision } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import type { MailTexts } from "@/lib/mail/content/mail-texts";
import type { MailData } from "@/lib/mail/schema";
import type { Day } from "@/lib/platform/dates";

/** The data of a message. Names are as entered; `getDisplayNames` decides what may be shown. */
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
    sentences?: MailTexts;
  };
  /** Whether the owner has set a password through a link to this address. */
  confirmed: boolean;
  /** The reader is a child below the age of consent, who gets no password. */
  young?: boolean;
  /** The reader's first name; missing for a second guardian who has not set up the account. */
  name?: string;
  /** First name and surname of the students, and of the first guardian. */
  students?: string[];
  guardian?: string;
  references?: string[];
  requested?: RequestedCourse[];
  year?: string;
  /** The person's current address, masked, for a message to another one. */
  address?: string;
  answerBy?: Day;
  /** The URL of the button: it sets a password (until `linkExpiresAt`) or opens the account. */
  link: string;
  linkExpiresAt?: Date;
  /** The data of a decision, question, renewal or group message. */
  data?: MailData;
};

/** The parts of a message as plain text; HTML and plain text both show all of them. */
export type MailContent = {
  locale: Locale;
  school: string;
  /** The school's colour, `#rrggbb`. */
  color: string;
  hasLogo: boolean;
  subject: string;
  preview: string;
  greeting: string;
  body: string[];
  action: { label: string; url: string; plain: string; note: string };
  facts: { label: string; value: string }[];
  next: { title: string; steps: string[] } | undefined;
  signature?: string[];
  contact: { title: string; text: string; address: string };
  reason: string;
  /** The link "This was not me" for a reader who did not send the form. */
  notMe?: { label: string; url: string } | undefined;
};

/** The parts that are the same in every message of a school. */
export function createFrame(
  { name, email, phone, address, color, hasLogo }: MailContext["school"],
  locale: Locale,
) {
  const t = getTranslator(locale, "mail");
  const school = sanitiseText(name);
  return {
    locale,
    school,
    color,
    hasLogo,
    contact: {
      title: t("contactTitle"),
      text: t("contact", { email, phone }),
      address: t("address", { school, address: sanitiseText(address) }),
    },
  };
}

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

/** The rows about the enrollments; with several students one row each, with its reference. */
export function getEnrollmentFacts(
  { references = [], year, data }: MailContext,
  { students, inBody }: { students: string[]; inBody: { student: string } },
  t: (key: `facts.${(typeof ABOUT)[number]}`) => string,
): MailContent["facts"] {
  // There is no enrollment yet for the year of a renewal.
  if (data?.year)
    return toFacts<(typeof ABOUT)[number]>(["student", "year"], { student: inBody.student, year }, t);
  if (references.length < 2)
    return toFacts<(typeof ABOUT)[number]>(
      ABOUT,
      { reference: references[0], student: inBody.student, year },
      t,
    );
  const rows = references.map((value, index) => ({ label: students[index] || t("facts.reference"), value }));
  return [...rows, ...toFacts(["year"] as const, { year }, t)];
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * A typed text on one line that cannot reorder the text around it: removes line breaks (header injection) and
 * direction marks.
 */
export function sanitiseText(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}

const topLevelDomains = new Set(tlds);
const MAX_NAME_LENGTH = 20;

/** Names as a message shows them; "" for a hidden one. */
type Names = Record<"name" | "student" | "guardian", string>;

/**
 * The names of the reader, the students and the first guardian for the body and the subject.
 * A stranger could enter any name and address: an unconfirmed address gets only the first word of each name, and none
 * in the subject, so that nobody can send own texts in the school's name. `students` are the students one by one, ""
 * for a hidden name.
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
  const toDisplayName = confirmed ? sanitiseText : (text: string) => sanitiseText(toFirstName(text));
  const each = students.map(toDisplayName);
  const visible = each.filter((student) => student !== "");
  const names: Names = {
    name: toDisplayName(name),
    student: new Intl.ListFormat(locale).format(visible),
    guardian: toDisplayName(guardian),
  };
  return { inBody: addElision(names), inSubject: addElision(confirmed ? names : NO_NAMES), students: each };
}

/** The first word of a name, at most 20 characters; "" for a name that a mail program would turn into a link. */
function toFirstName(name: string): string {
  if (looksLikeLink(name)) return "";
  const [word = ""] = name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim()
    .split(/\s+/);
  return WORD.test(word) ? [...word].slice(0, MAX_NAME_LENGTH).join("") : "";
}

const WIDTH = 78;

/**
 * The plain text of a message, with the same parts as the HTML.
 * @param width characters per line; infinite for a page, which wraps lines itself
 */
export function renderPlainText(content: MailContent, width = WIDTH): string {
  const { school, greeting, body, action, facts, next, signature = [], contact, reason, notMe } = content;
  const blocks = [
    school,
    greeting,
    ...body,
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    `${action.label}:\n${action.url}`,
    action.note,
    ...(next ? [[next.title, ...next.steps.map((step, i) => `${i + 1}. ${step}`)].join("\n")] : []),
    signature.join("\n"),
    `${contact.title}\n${contact.text}`,
    `-- \n${reason}`,
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

/** Without digits and connecting signs: `Gana_1000_EUR` is no first name. */
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

/** Breaks between words only, so that links stay in one piece. */
function wrap(line: string, width: number): string {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join("\n");
}
