import { isSentToMany, type MailKind } from "./kinds";

/**
 * Says that a program sent it, so that no absence note answers (RFC 3834; the second is Exchange's). What goes to many
 * at once says how to leave the list (RFC 2369): the school's office does it.
 * @param kind of a mail to a family; what staff and school are told has none
 */
export function mailHeaders(office: string, kind?: MailKind): Record<string, string> {
  return {
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
    ...(kind && isSentToMany(kind) && { "List-Unsubscribe": `<mailto:${office}?subject=unsubscribe>` }),
  };
}
