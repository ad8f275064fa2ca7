import type { Locale } from "@/lib/i18n/locales";
import { mailContent } from "./content";
import type { MailKind } from "./kinds";
import type { MailDetails } from "./parts";
import { plainText } from "./plain-text";

/** A message ready to be sent: subject without line breaks, HTML and its plain-text twin. */
type RenderedMail = { subject: string; html: string; text: string };

export async function renderMail(
  kind: MailKind,
  locale: Locale,
  details: MailDetails,
): Promise<RenderedMail> {
  // Loaded when the first message is: Next sets NODE_ENV while it starts, and halves of React that
  // were loaded before and after that do not fit together.
  const { messageHtml } = await import("./templates/message");
  const content = mailContent(kind, locale, details);
  return { subject: content.subject, html: await messageHtml(content), text: plainText(content) };
}

/** What a message says, for a page that shows it before it is sent: without the templates, which take long to load. */
export function mailText(kind: MailKind, locale: Locale, details: MailDetails) {
  const content = mailContent(kind, locale, details);
  return { subject: content.subject, text: plainText(content, Number.POSITIVE_INFINITY) };
}
