import type { Locale } from "@/lib/i18n/locales";
import { toLocalizedPath } from "@/lib/i18n/paths";
import { encrypt, decrypt } from "@/lib/platform/cipher";
import { getPublicUrl } from "@/lib/school/settings";

/** The page on which somebody of the desk sets a password. */
export const getStaffLinkUrl = (locale: Locale, token: string) =>
  `${getPublicUrl()}${toLocalizedPath(locale, `/desk/invitation/${token}`)}`;

/** A link's token as a queued notice carries it: it waits in the database, which knows links by their hash alone. */
export const encryptLinkToken = (memberId: string, token: string): string =>
  encrypt(token, contextOf(memberId)).toString("base64");

/** The token again. @throws Error where the key that sealed it is not known here */
export function decryptLinkToken(memberId: string, sealed: string): string {
  const token = decrypt(Buffer.from(sealed, "base64"), contextOf(memberId));
  if (token === undefined) throw new Error("A link for the desk cannot be read: DRAFT_KEYS lacks its key.");
  return token;
}

const contextOf = (memberId: string) => new TextEncoder().encode(`staff link ${memberId}`);
