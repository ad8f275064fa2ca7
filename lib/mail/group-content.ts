import type { Locale } from "@/lib/i18n/locales";
import { withSounds } from "@/lib/i18n/sounds";
import { translatorOf } from "@/lib/i18n/translator";
import { namesIn } from "./names";
import { harmless, type MailContent, type MailDetails, paragraphs, requestFacts } from "./parts";
import type { Tells } from "./tells";

/** What somebody of the desk writes to many families, in their own words between the service's (desk 38). */
export function groupContent(locale: Locale, details: MailDetails & { tells: Tells }): MailContent {
  const t = translatorOf(locale, "mail");
  const { school, tells } = details;
  const names = namesIn(details, locale);
  const values = { ...withSounds({ school: harmless(school.name), reader: tells.reader }), ...names.inBody };
  const [first = "", ...others] = paragraphs(tells.words);
  return {
    locale,
    school: values.school,
    color: school.color,
    hasLogo: school.hasLogo,
    subject: harmless(tells.subject ?? ""),
    preview: first,
    greeting: t(values.name === "" ? "greetingNobody" : "greeting", values),
    body: [first, ...others],
    action: {
      label: t("action.email_changed"),
      url: details.link,
      plain: t("linkPlain"),
      note: t("accountNote"),
    },
    facts: requestFacts(details, names, t),
    next: undefined,
    contact: {
      title: t("contactTitle"),
      text: t("contact", { email: school.email, phone: school.phone }),
      address: t("address", { school: values.school, address: harmless(school.address) }),
    },
    why: t("whyDecision", values),
  };
}
