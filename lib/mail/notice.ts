import { createTranslator } from "use-intl/core";
import { env } from "@/lib/env";
import type { Locale } from "@/lib/i18n/locales";
import { docsPath, localizedPath } from "@/lib/i18n/paths";
import { withSounds } from "@/lib/i18n/sounds";
import { publicUrl, type Settings, settings } from "@/lib/school/settings";
import { harmless, type MailContent, messages } from "./parts";
import { plainText } from "./plain-text";
import { schoolDetails } from "./prepare";
import { send } from "./transports";

/**
 * What the school itself is told of: an endpoint that was switched off; somebody who says that a request
 * is not theirs, and what became of it.
 */
export type Notice =
  | { kind: "webhook_off"; host: string; key: string }
  | { kind: "not_me"; as: Disowned; references: string[] };

/** In whose place somebody was named: only a sender's word withdraws (families 7). */
export type Disowned = "sender" | "guardian" | "student";

/**
 * Writes to the school's own contact address.
 *
 * @param id the same in every attempt: the provider's idempotency key
 * @throws Error when it is worth trying again
 */
export async function sendNotice(id: string, notice: Notice): Promise<void> {
  const { messageHtml } = await import("./templates/message");
  const school = await settings();
  const content = contentOf(notice, school);
  const payload = {
    from: env.MAIL_FROM ?? `${school.school_name.replace(/[<>",\p{Cc}]/gu, "")} <${school.contact_email}>`,
    to: school.contact_email,
    replyTo: school.contact_email,
    subject: content.subject,
    html: await messageHtml(content),
    text: plainText(content),
  };
  const locale = school.default_locale;
  const result = await send({ id, kind: notice.kind, locale, createdAt: new Date(), payload, test: false });
  if (result.outcome !== "accepted") throw new Error(`A notice was not sent: ${result.code}`);
}

function contentOf(notice: Notice, school: Settings): MailContent {
  const { kind } = notice;
  const locale = school.default_locale;
  const t = createTranslator({ locale, messages: messages[locale] });
  const { name, email, phone, address } = schoolDetails(school);
  const { url, about } = aboutOf(notice, locale);
  const values = withSounds({ school: harmless(name), ...about });
  return {
    locale,
    school: values.school,
    subject: t(`${kind}.subject`, values),
    preview: t(`${kind}.preview`, values),
    greeting: t("greetingNobody"),
    body: [t(`${kind}.body.1`, values), t(`${kind}.body.2`, values)],
    action: {
      label: t(`action.${kind}`),
      url,
      plain: t("linkPlain"),
      note: t(`${kind}.note`),
    },
    facts: [],
    next: undefined,
    contact: {
      title: t("contactTitle"),
      text: t("contact", { email, phone }),
      address: t("address", { school: values.school, address: harmless(address) }),
    },
    why: t(`${kind}.why`, values),
  };
}

/** What its words speak of, and where its link leads. */
function aboutOf(notice: Notice, locale: Locale): { url: string; about: Record<string, string> } {
  if (notice.kind === "webhook_off") {
    const about = { host: harmless(notice.host), key: harmless(notice.key) };
    return { about, url: `${publicUrl()}${docsPath(locale)}` };
  }
  const { as, references } = notice;
  return {
    about: { as, references: references.join(", ") },
    url: `${publicUrl()}${localizedPath(locale, `/desk/enrollments/${references[0]}`)}`,
  };
}
