import type { Locale } from "@/lib/i18n/locales";
import { localizedPath } from "@/lib/i18n/paths";
import { publicUrl } from "@/lib/school/settings";

/** What a row that names the accepted text reads of it. */
export const acceptedText = { select: { version: true, sha256: true } } as const;

/** What stood there: its version, the SHA-256 (hex) of its text, and where the text is kept for ever. */
export type AcceptedText = { version: number; sha256: string; url: string };

/** Which text was accepted, in the language it was read in; null of a page elsewhere, which is not known here. */
export const acceptedTextOf = (
  text: { version: number; sha256: string } | null,
  locale: string,
): AcceptedText | null =>
  text && {
    version: text.version,
    sha256: text.sha256,
    url: `${publicUrl()}${localizedPath(locale as Locale, `/legal/terms/${text.version}`)}`,
  };
