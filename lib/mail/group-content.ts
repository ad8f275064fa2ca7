import type { Locale } from "@/lib/i18n/locales";
import { addElision } from "@/lib/i18n/sounds";
import { getTranslator } from "@/lib/i18n/translator";
import { getDisplayNames } from "./names";
import { sanitiseText, type MailContent, type MailContext, toParagraphs, getEnrollmentFacts } from "./parts";
import type { MailData } from "./tells";

/** What somebody of the desk writes to many families, in their own words between the service's (desk 38). */
export function createGroupContent(locale: Locale, details: MailContext & { tells: MailData }): MailContent {
  const t = getTranslator(locale, "mail");
  const { school, tells } = details;
  const names = getDisplayNames(details, locale);
  const values = { ...addElision({ school: sanitiseText(school.name), reader: tells.reader }), ...names.inBody };
  const [first = "", ...others] = toParagraphs(tells.words);
  return {
    locale,
    school: values.school,
    color: school.color,
    hasLogo: school.hasLogo,
    subject: sanitiseText(tells.subject ?? ""),
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
    contact: {
      title: t("contactTitle"),
      text: t("contact", { email: school.email, phone: school.phone }),
      address: t("address", { school: values.school, address: sanitiseText(school.address) }),
    },
    why: t("whyDecision", values),
  };
}
