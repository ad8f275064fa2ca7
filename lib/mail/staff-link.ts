import type { Locale } from "@/lib/i18n/locales";
import { localizedPath } from "@/lib/i18n/paths";
import { seal, unseal } from "@/lib/platform/cipher";
import { publicUrl } from "@/lib/school/settings";

/** The page on which somebody of the desk sets a password. */
export const staffLinkUrl = (locale: Locale, token: string) =>
  `${publicUrl()}${localizedPath(locale, `/desk/invitation/${token}`)}`;

/** A link's token as a queued notice carries it: it waits in the database, which knows links by their hash alone. */
export const sealToken = (memberId: string, token: string): string =>
  seal(token, contextOf(memberId)).toString("base64");

/** The token again. @throws Error where the key that sealed it is not known here */
export function openToken(memberId: string, sealed: string): string {
  const token = unseal(Buffer.from(sealed, "base64"), contextOf(memberId));
  if (token === undefined) throw new Error("A link for the desk cannot be read: DRAFT_KEYS lacks its key.");
  return token;
}

const contextOf = (memberId: string) => new TextEncoder().encode(`staff link ${memberId}`);
