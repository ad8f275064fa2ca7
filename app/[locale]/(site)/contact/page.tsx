import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { withSchoolName } from "@/app/[locale]/_lib/page-title";
import { withOpenGraph } from "@/app/open-graph";
import { ContentPage } from "@/components/site/content-page";
import { getSchoolContact } from "@/lib/school/queries";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("content");
  return withOpenGraph({ title: await withSchoolName(t("contact.title")) });
}

export default async function Page() {
  return <ContentPage page="contact" school={await getSchoolContact()} />;
}
