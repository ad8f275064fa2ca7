import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { isDeskRequest } from "@/app/[locale]/_lib/is-desk-request";
import { withSchoolName } from "@/app/[locale]/_lib/page-title";
import { HtmlDocument, SiteLayout } from "@/components/layout/html-document";
import { NotFoundMessage } from "@/components/site/not-found-message";
import { getSchoolContact } from "@/lib/school/queries";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("site");
  return { title: await withSchoolName(t("notFoundTitle")), robots: { index: false } };
}

/** In the language of the address. */
export default async function NotFound() {
  const locale = await getLocale(); // not at build time, which has no database
  const [school, atDesk] = await Promise.all([getSchoolContact(), isDeskRequest()]);
  return (
    <HtmlDocument locale={locale} school={school}>
      <SiteLayout school={school}>
        <NotFoundMessage atDesk={atDesk} />
      </SiteLayout>
    </HtmlDocument>
  );
}
