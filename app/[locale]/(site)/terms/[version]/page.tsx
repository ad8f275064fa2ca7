import { getLocale } from "next-intl/server";
import { getLegalPageData } from "@/app/[locale]/_lib/legal-page-data";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { createPrivateMetadata } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { LegalPage } from "@/components/site/legal/legal-page";
import { findLegalVersion } from "@/lib/school/legal";

export const generateMetadata = createPrivateMetadata((t) => t("content.terms.title"));

/** An accepted version of the terms, even if replaced (families 19). */
export default withUnavailablePage(async function Page({ params }: PageProps<"/[locale]/terms/[version]">) {
  const { version } = await params;
  const text = await findLegalVersion("terms", version, await getLocale());
  return text ? <LegalPage {...(await getLegalPageData("terms", text))} /> : <NotFoundPage />;
});
