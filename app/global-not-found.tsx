import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { atDesk } from "@/app/[locale]/desk/at-desk";
import { DeskDoor } from "@/app/[locale]/desk/desk-door";
import { titled } from "@/app/[locale]/page-title";
import { NotFoundText } from "@/components/site/not-found-text";
import { Shell, SiteFrame } from "@/components/site/shell";
import { schoolCard } from "@/lib/school/school-card";
import "./globals.css";
import { siteMetadata } from "./site-metadata";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("site");
  return { ...(await siteMetadata()), title: await titled(t("notFoundTitle")), robots: { index: false } };
}

/** An unknown address gets its answer in its own language. */
export default async function NotFound() {
  const desk = await atDesk(); // first what a build cannot know: it has no database
  const [locale, school] = await Promise.all([getLocale(), schoolCard()]);
  const Frame = desk ? DeskDoor : SiteFrame;
  return (
    <Shell locale={locale} school={school}>
      <Frame school={school}>
        <NotFoundText atDesk={desk} />
      </Frame>
    </Shell>
  );
}
