import { render } from "react-email";
import type { Locale } from "@/lib/i18n/locales";
import { type MailDetails, type MailKind, mailContent } from "./content";
import { plainText } from "./plain-text";
import { Message } from "./templates/message";

/** A message ready to be sent: subject without line breaks, HTML and its plain-text twin. */
export type RenderedMail = { subject: string; html: string; text: string };

export async function renderMail(
  kind: MailKind,
  locale: Locale,
  details: MailDetails,
): Promise<RenderedMail> {
  const content = mailContent(kind, locale, details);
  return {
    subject: content.subject,
    html: await render(<Message content={content} />),
    text: plainText(content),
  };
}
