import { getLegalPageData } from "@/app/[locale]/_lib/legal-page-data";
import { createPublicMetadata } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { LegalPage } from "@/components/site/legal/legal-page";

export const generateMetadata = createPublicMetadata((t) => t("content.privacy.title"));

export default withUnavailablePage(async function Page() {
  return <LegalPage {...(await getLegalPageData("privacy"))} />;
});
