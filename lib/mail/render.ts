import type { Locale } from "@/lib/i18n/locales";
import { mailContent } from "./content";
import type { MailKind } from "./kinds";
import type { MailDetails } from "./parts";
import { plainText } from "./plain-text";
import { messageHtml } from "./templates/message";

/** A message ready to be sent: subject without line breaks, HTML and its plain-text twin. */
type RenderedMail = { subject: string; html: string; text: string };

export function renderMail(kind: MailKind, locale: Locale, details: MailDetails): RenderedMail {
  const content = mailContent(kind, locale, details);
  return { subject: content.subject, html: messageHtml(content), text: plainText(content) };
}

/** What a message says, for a page that shows it before it is sent. */
export function mailText(kind: MailKind, locale: Locale, details: MailDetails) {
  const content = mailContent(kind, locale, details);
  return { subject: content.subject, text: plainText(content, Number.POSITIVE_INFINITY) };
}
