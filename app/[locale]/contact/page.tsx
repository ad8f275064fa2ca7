import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Article } from "@/components/site/article";
import { schoolCard } from "@/lib/school/school-card";

export async function generateMetadata(): Promise<Metadata> {
  const [t, { name }] = await Promise.all([getTranslations("content"), schoolCard()]);
  return { title: `${t("contact.title")} – ${name}` };
}

export default async function Page() {
  return <Article page="contact" school={await schoolCard()} />;
}
