import { formatDay } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { addElision } from "@/lib/i18n/sounds";
import { getTranslator } from "@/lib/i18n/translator";
import type { DecisionMail } from "./kinds";
import { getDisplayNames } from "./names";
import { toFacts, sanitiseText, type MailContent, type MailContext, toParagraphs } from "./parts";
import type { MailData } from "./tells";

/** The words of a message that tells a decision: the school's answer, its reason, and what comes next. */
export function createDecisionContent(
  kind: DecisionMail,
  locale: Locale,
  details: MailContext & { tells: MailData },
): MailContent {
  const t = getTranslator(locale, "mail");
  const { school, tells } = details;
  const place = [tells.speciality, tells.syllabus].filter((part) => part !== undefined).map(sanitiseText);
  const { inBody, inSubject } = getDisplayNames(details, locale);
  const facts = addElision({
    school: sanitiseText(school.name),
    reader: tells.reader,
    year: details.year ?? "",
    place: place.join(", "),
    hasPlace: place.length > 0 ? "yes" : "no",
    answered: tells.words ? "yes" : "no",
    sends: tells.sends ? "yes" : "no",
    until: tells.withdrawUntil ? formatDay(tells.withdrawUntil, locale) : "",
    keepBy: tells.keepBy ? formatDay(tells.keepBy, locale) : "",
  });
  const values = { ...facts, ...inBody };
  return {
    locale,
    school: values.school,
    color: school.color,
    hasLogo: school.hasLogo,
    subject: t(`${kind}.subject`, { ...facts, ...inSubject }),
    preview: t(`${kind}.preview`, values),
    greeting: t(values.name === "" ? "greetingNobody" : "greeting", values),
    body: [
      t(`${kind}.body`, values),
      ...(tells.reason ? [t("reason", { reason: sanitiseText(tells.reason) })] : []),
      ...toParagraphs(tells.words),
    ],
    action: { label: t("action.decision"), url: details.link, plain: t("linkPlain"), note: t("accountNote") },
    facts: toFacts(FACTS, { ...details, reference: details.references?.join(", "), ...inBody, ...tells }, t),
    next: { title: t("nextTitle"), steps: [t(`${kind}.next.1`, values), t(`${kind}.next.2`, values)] },
    contact: {
      title: t("contactTitle"),
      text: t("contact", { email: school.email, phone: school.phone }),
      address: t("address", { school: values.school, address: sanitiseText(school.address) }),
    },
    why: t("whyDecision", values),
  };
}

const FACTS = ["reference", "student", "year", "speciality", "syllabus"] as const;
