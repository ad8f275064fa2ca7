import { getDateLocale, formatDay } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { addElision } from "@/lib/i18n/sounds";
import { type Translator, getTranslator } from "@/lib/i18n/translator";
import { isQuestionMail, isRenewalMail, isSetupMail, type LinkMail, getLinkUse } from "./kinds";
import { getDisplayNames } from "./names";
import {
  sanitiseText,
  type MailContent,
  type MailContext,
  toParagraphs,
  requestedFacts,
  getEnrollmentFacts,
} from "./parts";
import { getNotMeUrl } from "./setup-link";

/**
 * The words of a message with a link that sets a password (4.3-9 and 4.3-4.4-11) or goes on with a draft
 * (families 7), with one that confirms an address, or that leads to the account of somebody who has one.
 */
export function createLinkContent(kind: LinkMail, locale: Locale, details: MailContext): MailContent {
  const t = getTranslator(locale, "mail");
  const { school } = details;
  const names = getDisplayNames(details, locale);
  const { inBody, inSubject } = names;
  const facts = factsIn(details, locale);
  const values = { ...facts, ...inBody };
  const subject = { ...facts, ...inSubject };
  const link = details.linkExpiresAt && addElision({ date: dateIn(details.linkExpiresAt, locale, school) });
  // Only a setup message comes without a link, to somebody who needs none.
  const known = !link && isSetupMail(kind);
  const words = kind === "minor_student" && details.young ? "young_student" : kind;
  const last = known ? t("known.body") : t(`${words}.body.2`, values);

  return {
    locale,
    school: values.school,
    color: school.color,
    hasLogo: school.hasLogo,
    subject: known ? t(`known.${kind}`, subject) : t(`${words}.subject`, subject),
    preview: known ? t(`${words}.body.1`, values) : t(`${words}.preview`, values),
    greeting: t(greetingFor(kind, values.name), values),
    body: bodyOf([t(`${words}.body.1`, values), last], details.tells, t),
    action: {
      label: known ? t("action.decision") : t(`action.${words}`),
      url: details.link,
      plain: t("linkPlain"),
      note: link ? t(noteOf(kind), link) : t("accountNote"),
    },
    facts: [
      ...getEnrollmentFacts(details, names, t),
      ...(isSetupMail(kind) ? requestedFacts(details.requested ?? [], locale) : []),
    ],
    next: nextSteps(kind, t, values),
    contact: {
      title: t("contactTitle"),
      text: t("contact", { email: school.email, phone: school.phone }),
      address: t("address", { school: values.school, address: sanitiseText(school.address) }),
    },
    why: t(`${words}.why`, values),
    notMe: link && isSetupMail(kind) ? { label: t("notMe"), url: getNotMeUrl(details.link) } : undefined,
  };
}

/** What their sentences speak of beside names. */
const factsIn = (
  { school, year, address, answerBy, students, references, tells }: MailContext,
  locale: Locale,
) =>
  addElision({
    school: sanitiseText(school.name),
    year: year ?? "",
    references: references?.join(", ") ?? "",
    address: sanitiseText(address ?? ""),
    answerBy: answerBy ? formatDay(answerBy, locale) : "",
    keepBy: tells?.keepBy ? formatDay(tells.keepBy, locale) : "",
    loses: tells?.loses ? "yes" : "no",
    waits: tells?.waits ?? "none",
    several: (students?.length ?? 0) > 1 ? "yes" : "no",
  });

const LINK_NOTES = {
  setup: "linkNote",
  draft: "draftLinkNote",
  address: "addressLinkNote",
  answer: "answerLinkNote",
  "sign in": "signInLinkNote",
} as const;

const noteOf = (kind: LinkMail) =>
  isQuestionMail(kind) || isRenewalMail(kind) ? "questionLinkNote" : LINK_NOTES[getLinkUse(kind) ?? "setup"];

/** Between its two sentences stands what the school asks for, in its reason's words and in its own. */
const bodyOf = ([first, last]: [string, string], tells: MailContext["tells"], t: Translator<"mail">) => [
  first,
  ...(tells?.reason ? [t("missing", { reason: sanitiseText(tells.reason) })] : []),
  ...toParagraphs(tells?.words),
  last,
];

const dateIn = (date: Date, locale: Locale, { timeZone }: MailContext["school"]) =>
  new Intl.DateTimeFormat(getDateLocale(locale), { dateStyle: "long", timeStyle: "short", timeZone }).format(date);

function greetingFor(kind: LinkMail, name: string) {
  if (name === "") return "greetingNobody";
  return kind === "minor_student" ? "childGreeting" : "greeting";
}

function nextSteps(kind: LinkMail, t: Translator<"mail">, values: Record<string, string>) {
  if (!isSetupMail(kind)) return;
  const steps =
    kind === "minor_student"
      ? [t("childNext.1", values), t("childNext.2", values)]
      : [t("next.1"), t("next.2"), t("next.3", values)];
  return { title: t("nextTitle"), steps };
}
