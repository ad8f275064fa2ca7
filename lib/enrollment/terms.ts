import type { Prisma } from "@/generated/prisma/client";
import { type Locale, locales, toLocalizedPath } from "@/lib/i18n/locales";
import { getLegalText } from "@/lib/school/legal";
import { getDefaultTermsUrl, getPublicUrl, getSettings } from "@/lib/school/settings";

/** What is accepted: the address that is read, and the text that stands there where it is the service's own. */
export type Terms = { url: string; textId?: number };

/** What is accepted on a page in a language: the version that counts now, in that language (families 19). */
export const getTerms = (locale: Locale): Promise<Terms> =>
  resolveTerms(locale, (version) => versionUrl(version, locale));

/** What an integrator shows: the address that `GET /general/terms` answers, whose page is in Spanish. */
const termsOfApi = () => resolveTerms(locales[0], getDefaultTermsUrl);

async function resolveTerms(locale: Locale, urlOf: (version: number) => string): Promise<Terms> {
  const { terms_url: url } = await getSettings();
  if (url !== getDefaultTermsUrl()) return { url };
  const { id, version } = await getLegalText("terms", locale);
  return { url: urlOf(version), textId: id };
}

type Accepting = { source: string; locale: Locale; terms?: Terms };

/** What is accepted with an enrollment that comes from there. */
export const getAcceptedTerms = async ({ source, locale, terms }: Accepting): Promise<Terms> =>
  source === "api" ? termsOfApi() : (terms ?? getTerms(locale));

/** The terms that were accepted with an enrollment, in the language of another who is asked to accept them. */
export async function translateTerms(
  tx: Prisma.TransactionClient,
  { termsUrl, termsText }: { termsUrl: string; termsText: { id: number; version: number } | null },
  locale: Locale,
): Promise<Terms> {
  if (!termsText) return { url: termsUrl };
  const { version } = termsText;
  const where = { kind_version_locale: { kind: "terms", version, locale } };
  const text = await tx.legalText.findUnique({ where, select: { id: true } });
  return text
    ? { url: versionUrl(version, locale), textId: text.id }
    : { url: termsUrl, textId: termsText.id };
}

/** The page of one version of the service's own terms. */
const versionUrl = (version: number, locale: Locale) =>
  `${getPublicUrl()}${toLocalizedPath(locale, `/terms/${version}`)}`;

/** What a row that names the accepted text reads of it. */
export const acceptedTextColumns = { select: { version: true, sha256: true, locale: true } } as const;

/** What stood there: its version, the SHA-256 (hex) of its text, and where the text is kept for ever. */
export type AcceptedText = { version: number; sha256: string; url: string };

/** Which text was accepted; null of a page elsewhere, which is not known here. */
export const toAcceptedText = (
  text: { version: number; sha256: string; locale: string } | null,
): AcceptedText | null =>
  text && {
    version: text.version,
    sha256: text.sha256,
    url: `${getPublicUrl()}${toLocalizedPath(text.locale as Locale, `/legal/terms/${text.version}`)}`,
  };
