import { createPublicMetadata } from "@/app/[locale]/_lib/page-title";
import { ContentPage } from "@/components/site/content-page";
import { getSchoolContact } from "@/lib/school/queries";

export const generateMetadata = createPublicMetadata((t) => t("content.accessibility.title"));

export default async function Page() {
  return <ContentPage page="accessibility" school={await getSchoolContact()} />;
}
