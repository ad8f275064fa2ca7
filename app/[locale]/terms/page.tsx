import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { titled } from "@/app/[locale]/page-title";
import { Article } from "@/components/site/article";
import { schoolCard } from "@/lib/school/school-card";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("content");
  return { title: await titled(t("terms.title")) };
}

export default async function Page() {
  return <Article page="terms" school={await schoolCard()} />;
}
