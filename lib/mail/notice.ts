import { createTranslator } from "use-intl/core";
import { env } from "@/lib/env";
import { withSounds } from "@/lib/i18n/sounds";
import { publicUrl, type Settings, settings } from "@/lib/school/settings";
import { harmless, type MailContent, messages } from "./parts";
import { plainText } from "./plain-text";
import { schoolDetails } from "./prepare";
import { send } from "./transports";

/** What the school itself is told of. */
export type Notice = { kind: "webhook_off"; host: string; key: string };

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

function contentOf({ kind, host, key }: Notice, school: Settings): MailContent {
  const locale = school.default_locale;
  const t = createTranslator({ locale, messages: messages[locale] });
  const { name, email, phone, address } = schoolDetails(school);
  const values = withSounds({ school: harmless(name), host: harmless(host), key: harmless(key) });
  return {
    locale,
    school: values.school,
    subject: t(`${kind}.subject`, values),
    preview: t(`${kind}.preview`, values),
    greeting: t("greetingNobody"),
    body: [t(`${kind}.body.1`, values), t(`${kind}.body.2`, values)],
    action: {
      label: t(`action.${kind}`),
      url: `${publicUrl()}/docs${locale === "en" ? "" : "/es"}`,
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
