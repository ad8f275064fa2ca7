import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { withSounds } from "@/lib/i18n/sounds";
import { translatorOf } from "@/lib/i18n/translator";
import type { DecisionMail } from "./kinds";
import { namesIn } from "./names";
import { factsOf, harmless, type MailContent, type MailDetails, paragraphs } from "./parts";
import type { Tells } from "./tells";

/** The words of a message that tells a decision: the school's answer, its reason, and what comes next. */
export function decisionContent(
  kind: DecisionMail,
  locale: Locale,
  details: MailDetails & { tells: Tells },
): MailContent {
  const t = translatorOf(locale, "mail");
  const { school, tells } = details;
  const place = [tells.speciality, tells.syllabus].filter((part) => part !== undefined).map(harmless);
  const { inBody, inSubject } = namesIn(details, locale);
  const facts = withSounds({
    school: harmless(school.name),
    reader: tells.reader,
    year: details.year ?? "",
    place: place.join(", "),
    hasPlace: place.length > 0 ? "yes" : "no",
    answered: tells.words ? "yes" : "no",
    sends: tells.sends ? "yes" : "no",
    until: tells.withdrawUntil ? dayInWords(tells.withdrawUntil, locale) : "",
    keepBy: tells.keepBy ? dayInWords(tells.keepBy, locale) : "",
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
      ...(tells.reason ? [t("reason", { reason: harmless(tells.reason) })] : []),
      ...paragraphs(tells.words),
    ],
    action: { label: t("action.decision"), url: details.link, plain: t("linkPlain"), note: t("accountNote") },
    facts: factsOf(FACTS, { ...details, reference: details.references?.join(", "), ...inBody, ...tells }, t),
    next: { title: t("nextTitle"), steps: [t(`${kind}.next.1`, values), t(`${kind}.next.2`, values)] },
    contact: {
      title: t("contactTitle"),
      text: t("contact", { email: school.email, phone: school.phone }),
      address: t("address", { school: values.school, address: harmless(school.address) }),
    },
    why: t("whyDecision", values),
  };
}

const FACTS = ["reference", "student", "year", "speciality", "syllabus"] as const;
