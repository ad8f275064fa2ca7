import { createTranslator } from "use-intl/core";
import type { Locale } from "@/lib/i18n/locales";
import ca from "@/lib/i18n/messages/ca.json";
import en from "@/lib/i18n/messages/en.json";
import es from "@/lib/i18n/messages/es.json";

export const mailKinds = [
  "adult_student",
  "guardian",
  "second_guardian",
  "minor_student",
  "password_reset",
] as const;

export type MailKind = (typeof mailKinds)[number];

/** What a message speaks of. Names as they were given: `mailContent` makes them harmless. */
export type MailDetails = {
  school: { name: string; email: string; phone: string; address: string; timeZone: string };
  /** The reader's first name; a second guardian's is not known yet. */
  name?: string;
  /** First name and surname of the student and of the first guardian. */
  student?: string;
  guardian?: string;
  reference?: string;
  year?: string;
  link: string;
  linkExpiresAt: Date;
};

/** A message as plain text in its parts; the HTML and the plain-text twin both show all of it. */
export type MailContent = {
  locale: Locale;
  school: string;
  subject: string;
  preview: string;
  greeting: string;
  body: string[];
  action: { label: string; url: string; plain: string; note: string };
  facts: { label: string; value: string }[];
  next: { title: string; steps: string[] } | undefined;
  contact: { title: string; text: string; address: string };
  why: string;
};

const messages = { es: es.mail, ca: ca.mail, en: en.mail };

/** The words of a message for its reader (4.3 rule 9, 4.4 rule 11). */
export function mailContent(kind: MailKind, locale: Locale, details: MailDetails): MailContent {
  const t = createTranslator({ locale, messages: messages[locale] });
  const { school } = details;
  const values = {
    school: harmless(school.name),
    year: details.year ?? "",
    name: harmless(details.name ?? ""),
    student: harmless(details.student ?? ""),
    guardian: harmless(details.guardian ?? ""),
  };
  const date = new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: school.timeZone,
  }).format(details.linkExpiresAt);

  return {
    locale,
    school: values.school,
    subject: t(`${kind}.subject`, values),
    preview: t(`${kind}.preview`, values),
    greeting: t(greetingFor(kind, values.name), values),
    body: [t(`${kind}.body.1`, values), t(`${kind}.body.2`, values)],
    action: {
      label: t(`action.${kind}`),
      url: details.link,
      plain: t("linkPlain"),
      note: t("linkNote", { date }),
    },
    facts: (["reference", "student", "year"] as const).flatMap((name) =>
      details[name] ? [{ label: t(`facts.${name}`), value: harmless(details[name]) }] : [],
    ),
    next: nextSteps(kind, t, values),
    contact: {
      title: t("contactTitle"),
      text: t("contact", { email: school.email, phone: school.phone }),
      address: t("address", { school: values.school, address: harmless(school.address) }),
    },
    why: t(`${kind}.why`, values),
  };
}

type Translator = ReturnType<typeof createTranslator<typeof en.mail>>;

function greetingFor(kind: MailKind, name: string) {
  if (name === "") return "greetingNobody";
  return kind === "minor_student" ? "childGreeting" : "greeting";
}

function nextSteps(kind: MailKind, t: Translator, values: Record<string, string>) {
  if (kind === "password_reset") return;
  const steps =
    kind === "minor_student"
      ? [t("childNext.1", values), t("childNext.2", values)]
      : [t("next.1"), t("next.2"), t("next.3")];
  return { title: t("nextTitle"), steps };
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * A text that somebody typed, on one line and unable to reorder the words around it: no line break
 * reaches a subject (header injection), no direction mark outlives its name.
 */
export function harmless(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
