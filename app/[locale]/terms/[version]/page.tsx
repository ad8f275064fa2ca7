import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { legalWords } from "@/app/[locale]/legal-words";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { titled } from "@/app/[locale]/page-title";
import { LegalPage } from "@/components/site/legal-page";
import { findLegalVersion } from "@/lib/school/legal";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("content");
  return { title: await titled(t("terms.title")), robots: { index: false } };
}

/** The terms as they were accepted, whatever has replaced them (families 19). */
export default orAway(async function Page({ params }: PageProps<"/[locale]/terms/[version]">) {
  const { version } = await params;
  const text = await findLegalVersion("terms", version, await getLocale());
  return text ? <LegalPage {...(await legalWords("terms", text))} /> : <NoSuchPage />;
});
