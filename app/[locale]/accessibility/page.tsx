import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { titled } from "@/app/[locale]/page-title";
import { forSharing } from "@/app/site-metadata";
import { Article } from "@/components/site/article";
import { getSchoolContact } from "@/lib/school/queries";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("content");
  return forSharing({ title: await titled(t("accessibility.title")) });
}

export default async function Page() {
  return <Article page="accessibility" school={await getSchoolContact()} />;
}
