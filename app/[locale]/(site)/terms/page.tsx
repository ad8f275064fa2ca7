import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { getLegalPageData } from "@/app/[locale]/_lib/legal-page-data";
import { withSchoolName } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { withOpenGraph } from "@/app/open-graph";
import { LegalPage } from "@/components/site/legal/legal-page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("content");
  return withOpenGraph({ title: await withSchoolName(t("terms.title")) });
}

export default withUnavailablePage(async function Page() {
  return <LegalPage {...(await getLegalPageData("terms"))} />;
});
