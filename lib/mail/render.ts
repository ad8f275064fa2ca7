import type { Locale } from "@/lib/i18n/locales";
import { createMailContent } from "./content";
import type { MailKind } from "./kinds";
import type { MailContext } from "./parts";
import { renderPlainText } from "./plain-text";
import { renderMessageHtml } from "./templates/message";

/** A message ready to be sent: subject without line breaks, HTML and its plain-text twin. */
type RenderedMail = { subject: string; html: string; text: string };

export function renderMail(kind: MailKind, locale: Locale, details: MailContext): RenderedMail {
  const content = createMailContent(kind, locale, details);
  return { subject: content.subject, html: renderMessageHtml(content), text: renderPlainText(content) };
}

/** What a message says, for a page that shows it before it is sent. */
export function renderMailText(kind: MailKind, locale: Locale, details: MailContext) {
  const content = createMailContent(kind, locale, details);
  return { subject: content.subject, text: renderPlainText(content, Number.POSITIVE_INFINITY) };
}
