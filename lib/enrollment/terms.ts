import type { Prisma } from "@/generated/prisma/client";
import { type Locale, locales, toLocalizedPath } from "@/lib/i18n/locales";
import { getLegalText } from "@/lib/school/legal";
import { getDefaultTermsUrl, getPublicUrl, getSettings } from "@/lib/school/settings";

/** The accepted terms: their address, and the text's id where it is the service's own. */
export type Terms = { url: string; textId?: number };

/** The current terms in a language (families 19). */
export const getTerms = (locale: Locale): Promise<Terms> =>
  resolveTerms(locale, (version) => getVersionUrl(version, locale));

/** The terms of `GET /general/terms`, in Spanish. */
const getApiTerms = () => resolveTerms(locales[0], getDefaultTermsUrl);

async function resolveTerms(locale: Locale, getUrl: (version: number) => string): Promise<Terms> {
  const { terms_url: url } = await getSettings();
  if (url !== getDefaultTermsUrl()) return { url };
  const { id, version } = await getLegalText("terms", locale);
  return { url: getUrl(version), textId: id };
}

type TermsRequest = { source: string; locale: Locale; terms?: Terms };

/** The terms that an enrollment accepts, by its origin. */
export const getAcceptedTerms = async ({ source, locale, terms }: TermsRequest): Promise<Terms> =>
  source === "api" ? getApiTerms() : (terms ?? getTerms(locale));

/** The terms accepted with an enrollment, in another person's language. */
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
    ? { url: getVersionUrl(version, locale), textId: text.id }
    : { url: termsUrl, textId: termsText.id };
}

/** The page of a version of the service's own terms. */
const getVersionUrl = (version: number, locale: Locale) =>
  `${getPublicUrl()}${toLocalizedPath(locale, `/terms/${version}`)}`;

export const acceptedTextColumns = { select: { version: true, sha256: true, locale: true } } as const;

/** The accepted text with the SHA-256 (hex) of its content and its permanent address; null for terms on another site. */
export const toAcceptedText = (text: { version: number; sha256: string; locale: string } | null) =>
  text && {
    version: text.version,
    sha256: text.sha256,
    url: `${getPublicUrl()}${toLocalizedPath(text.locale as Locale, `/legal/terms/${text.version}`)}`,
  };
