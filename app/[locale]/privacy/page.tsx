import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { legalWords } from "@/app/[locale]/legal-words";
import { orAway } from "@/app/[locale]/or-away";
import { titled } from "@/app/[locale]/page-title";
import { forSharing } from "@/app/site-metadata";
import { LegalPage } from "@/components/site/legal-page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("content");
  return forSharing({ title: await titled(t("privacy.title")) });
}

export default orAway(async function Page() {
  return <LegalPage {...(await legalWords("privacy"))} />;
});
