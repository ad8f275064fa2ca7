import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { atDesk } from "@/app/[locale]/desk/at-desk";
import { titled } from "@/app/[locale]/page-title";
import { NotFoundText } from "@/components/site/not-found-text";
import { Shell, SiteFrame } from "@/components/site/shell";
import { getSchoolContact } from "@/lib/school/queries";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("site");
  return { title: await titled(t("notFoundTitle")), robots: { index: false } };
}

/** An unknown address gets its answer in its own language. */
export default async function NotFound() {
  const locale = await getLocale(); // first what a build cannot know: it has no database
  const [school, desk] = await Promise.all([getSchoolContact(), atDesk()]);
  return (
    <Shell locale={locale} school={school}>
      <SiteFrame school={school}>
        <NotFoundText atDesk={desk} />
      </SiteFrame>
    </Shell>
  );
}
