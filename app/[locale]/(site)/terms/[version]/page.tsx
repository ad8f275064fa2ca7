import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { getLegalPageData } from "@/app/[locale]/_lib/legal-page-data";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withSchoolName } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { LegalPage } from "@/components/site/legal/legal-page";
import { findLegalVersion } from "@/lib/school/legal";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("content");
  return { title: await withSchoolName(t("terms.title")), robots: { index: false } };
}

/** An accepted version of the terms, even if replaced (families 19). */
export default withUnavailablePage(async function Page({ params }: PageProps<"/[locale]/terms/[version]">) {
  const { version } = await params;
  const text = await findLegalVersion("terms", version, await getLocale());
  return text ? <LegalPage {...(await getLegalPageData("terms", text))} /> : <NotFoundPage />;
});
