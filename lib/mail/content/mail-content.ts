import { formatMinutes, formatPrice, sumPrices } from "@/lib/catalogue/course-price";
import type { RequestedCourse } from "@/lib/catalogue/requested-courses";
import { addElision, formatDay, formatInstant } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator, type Translator } from "@/lib/i18n/translator";
import { renderMessageHtml } from "@/lib/mail/content/message";
import {
  type DecisionMail,
  getMailKind,
  isDecisionMail,
  isGroupMail,
  isSetupMail,
  type LinkMail,
  type MailKind,
} from "@/lib/mail/mail-kinds";
import type { MailData } from "@/lib/mail/schema";
import {
  createFrame,
  getDisplayNames,
  getEnrollmentFacts,
  type MailContent,
  type MailContext,
  renderPlainText,
  sanitiseText,
  toFacts,
} from "./mail-context";
import { getSchoolTexts } from "./mail-texts";

const FACTS = ["reference", "student", "year", "speciality", "syllabus", "price"] as const;

const LINK_NOTES = {
  setup: "linkNote",
  draft: "draftLinkNote",
  address: "addressLinkNote",
  answer: "answerLinkNote",
  "sign in": "signInLinkNote",
} as const;

/**
 * The texts of a message in the reader's language, with the school's own texts.
 * @throws Error when `details` lacks data of the kind
 */
export function createMailContent(kind: MailKind, locale: Locale, details: MailContext): MailContent {
  const { name } = getDisplayNames(details, locale).inBody;
  const content = createServiceContent(kind, locale, details);
  const textsAt = (at: "greeting" | "next" | "signature") =>
    getSchoolTexts(details.school.sentences ?? {}, kind, locale, at);
  const [greeting] = textsAt("greeting").filter((text) => name || !text.includes("{name}"));
  const { next } = content;
  return {
    ...content,
    greeting: greeting?.replace("{name}", () => name) ?? content.greeting,
    next: next && { ...next, steps: [...next.steps, ...textsAt("next").map(sanitiseText)] },
    signature: textsAt("signature").flatMap((text) => text.split("\n").map(sanitiseText)),
  };
}

/** A message ready to be sent: subject without line breaks, HTML and plain text. */
type RenderedMail = { subject: string; html: string; text: string };

export const renderMail = (kind: MailKind, locale: Locale, details: MailContext): RenderedMail =>
  renderContent(createMailContent(kind, locale, details));

export const renderContent = (content: MailContent): RenderedMail => ({
  subject: content.subject,
  html: renderMessageHtml(content),
  text: renderPlainText(content),
});

export function renderMailText(kind: MailKind, locale: Locale, details: MailContext) {
  const content = createMailContent(kind, locale, details);
  return { subject: content.subject, text: renderPlainText(content, Number.POSITIVE_INFINITY) };
}

/** The texts of a message about a decision: the decision, its reason and the next steps. */
function createDecisionContent(
  kind: DecisionMail,
  locale: Locale,
  details: MailContext & { data: MailData },
): MailContent {
  const t = getTranslator(locale, "mail");
  const { school, data } = details;
  const place = [data.speciality, data.syllabus].filter((part) => part !== undefined).map(sanitiseText);
  const { inBody, inSubject } = getDisplayNames(details, locale);
  const facts = addElision({
    school: sanitiseText(school.name),
    reader: data.reader,
    year: details.year ?? "",
    place: place.join(", "),
    hasPlace: place.length > 0 ? "yes" : "no",
    answered: data.words ? "yes" : "no",
    sends: data.sends ? "yes" : "no",
    until: data.withdrawUntil ? formatDay(data.withdrawUntil, locale) : "",
    keepBy: data.keepBy ? formatDay(data.keepBy, locale) : "",
    answerBy: details.answerBy ? formatDay(details.answerBy, locale) : "",
  });
  const values = { ...facts, ...inBody };
  return {
    ...createFrame(school, locale),
    subject: t(`${kind}.subject`, { ...facts, ...inSubject }),
    preview: t(`${kind}.preview`, values),
    greeting: t(values.name === "" ? "greetingNobody" : "greeting", values),
    body: [
      t(`${kind}.body`, values),
      ...(data.reason ? [t("reason", { reason: sanitiseText(data.reason) })] : []),
      ...toParagraphs(data.words),
    ],
    action: { label: t("action.decision"), url: details.link, plain: t("linkPlain"), note: t("accountNote") },
    facts: toFacts(FACTS, { ...details, reference: details.references?.join(", "), ...inBody, ...data }, t),
    next: { title: t("nextTitle"), steps: [t(`${kind}.next.1`, values), t(`${kind}.next.2`, values)] },
    reason: t("whyDecision", values),
  };
}

/** A message that the desk writes to many families, with the service's texts around it (desk 38). */
function createGroupContent(locale: Locale, details: MailContext & { data: MailData }): MailContent {
  const t = getTranslator(locale, "mail");
  const { school, data } = details;
  const names = getDisplayNames(details, locale);
  const values = {
    ...addElision({ school: sanitiseText(school.name), reader: data.reader }),
    ...names.inBody,
  };
  const [first = "", ...others] = toParagraphs(data.words);
  return {
    ...createFrame(school, locale),
    subject: sanitiseText(data.subject ?? ""),
    preview: first,
    greeting: t(values.name === "" ? "greetingNobody" : "greeting", values),
    body: [first, ...others],
    action: {
      label: t("action.email_changed"),
      url: details.link,
      plain: t("linkPlain"),
      note: t("accountNote"),
    },
    facts: getEnrollmentFacts(details, names, t),
    next: undefined,
    reason: t("whyDecision", values),
  };
}

/**
 * The texts of a message with a link: to set a password (4.3-9, 4.3-4.4-11), to continue a draft (families 7), to
 * confirm an address, or to the account of somebody who has one.
 */
function createLinkContent(kind: LinkMail, locale: Locale, details: MailContext): MailContent {
  const t = getTranslator(locale, "mail");
  const { school } = details;
  const names = getDisplayNames(details, locale);
  const { inBody, inSubject } = names;
  const facts = createValues(details, locale);
  // A student reads about "a place", not about a place for somebody of that name.
  const isOwn = details.data?.reader === "student" && details.students?.length === 1;
  const own = isOwn ? addElision({ student: "" }) : {};
  const values = { ...facts, ...inBody, ...own };
  const subject = { ...facts, ...inSubject, ...own };
  const link =
    details.linkExpiresAt &&
    addElision({ date: formatInstant(details.linkExpiresAt, locale, school.timeZone) });
  // A setup message without a link goes to somebody who has an account already.
  const hasAccount = !link && isSetupMail(kind);
  const textKind = kind === "minor_student" && details.young ? "young_student" : kind;
  const lastParagraph = hasAccount ? t("known.body") : t(`${textKind}.body.2`, values);

  return {
    ...createFrame(school, locale),
    subject: hasAccount ? t(`known.${kind}`, subject) : t(`${textKind}.subject`, subject),
    preview: hasAccount ? t(`${textKind}.body.1`, values) : t(`${textKind}.preview`, values),
    greeting: t(getGreetingKey(kind, values.name), values),
    body: createBody([t(`${textKind}.body.1`, values), lastParagraph], details.data, t),
    action: {
      label: hasAccount ? t("action.decision") : t(`action.${textKind}`),
      url: details.link,
      plain: t("linkPlain"),
      note: link ? t(getLinkNote(kind), link) : t("accountNote"),
    },
    facts: addRequestedCourses(
      getEnrollmentFacts(details, names, t),
      isSetupMail(kind) ? (details.requested ?? []) : [],
      locale,
    ),
    next: nextSteps(kind, t, values),
    reason: hasAccount ? t("known.why") : t(`${textKind}.why`, values),
    notMe: link && isSetupMail(kind) ? { label: t("notMe"), url: getNotMeUrl(details.link) } : undefined,
  };
}

const createValues = (
  { school, year, address, answerBy, students, references, data }: MailContext,
  locale: Locale,
) =>
  addElision({
    school: sanitiseText(school.name),
    year: year ?? "",
    references: references?.join(", ") ?? "",
    address: sanitiseText(address ?? ""),
    answerBy: answerBy ? formatDay(answerBy, locale) : "",
    keepBy: data?.keepBy ? formatDay(data.keepBy, locale) : "",
    loses: data?.loses ? "yes" : "no",
    waits: data?.waits ?? "none",
    several: (students?.length ?? 0) > 1 ? "yes" : "no",
  });

const getLinkNote = (kind: LinkMail) =>
  ["question", "renewal"].includes(getMailKind(kind).about)
    ? "questionLinkNote"
    : LINK_NOTES[getMailKind(kind).link ?? "setup"];

/** The school's reason and own text stand between the first and the last sentence. */
const createBody = ([first, last]: [string, string], data: MailContext["data"], t: Translator<"mail">) => [
  first,
  ...(data?.reason ? [t("missing", { reason: sanitiseText(data.reason) })] : []),
  ...toParagraphs(data?.words),
  last,
];

function getGreetingKey(kind: LinkMail, name: string) {
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

function createServiceContent(kind: MailKind, locale: Locale, details: MailContext): MailContent {
  const { data } = details;
  if (!isDecisionMail(kind) && !isGroupMail(kind)) return createLinkContent(kind, locale, details);
  if (data && isGroupMail(kind)) return createGroupContent(locale, { ...details, data });
  if (data && isDecisionMail(kind)) return createDecisionContent(kind, locale, { ...details, data });
  throw new Error(`A message of kind ${kind} needs data.`);
}

const toParagraphs = (text = "") =>
  text
    .split(/\n\s*\n|\n/)
    .map(sanitiseText)
    .filter((paragraph) => paragraph !== "");

/** Adds the requested courses; of several children to each one's row, with the total. */
function addRequestedCourses(
  facts: MailContent["facts"],
  requested: RequestedCourse[],
  locale: Locale,
): MailContent["facts"] {
  const [t, price, field] = [
    getTranslator(locale, "mail"),
    getTranslator(locale, "price"),
    getTranslator(locale, "wizard.fields"),
  ];
  const describe = ({ name, weekly, price: cost }: RequestedCourse) =>
    [
      sanitiseText(name.text) || t("facts.open"),
      weekly?.minutes &&
        t("facts.weekly", { least: weekly.atLeast ? "yes" : "no", time: formatMinutes(weekly.minutes) }),
      cost && formatPrice(cost, price, locale).line,
    ]
      .filter(Boolean)
      .join(" · ");
  const listOthers = ({ others }: RequestedCourse) =>
    others.map(({ option, name }) => ({
      label: field("choice", { at: String(option) }),
      value: sanitiseText(name.text),
    }));
  if (requested.length < 2)
    return [
      ...facts,
      ...requested.flatMap((row) => [{ label: t("facts.course"), value: describe(row) }, ...listOthers(row)]),
    ];
  const rows = facts.map(({ label, value }) => {
    const course = requested.find(({ reference }) => reference === value);
    if (!course) return { label, value };
    const others = listOthers(course).map((other) => `${other.label}: ${other.value}`);
    return { label, value: [value, describe(course), ...others].join(" · ") };
  });
  const total = sumPrices(requested.map((course) => course.price));
  return total ? [...rows, { label: t("facts.total"), value: formatPrice(total, price, locale).line }] : rows;
}

/** The page of a setup link that says "this was not me" (families 7). */
const getNotMeUrl = (setupUrl: string) => `${setupUrl}/not-me`;
