import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { titled } from "@/app/[locale]/page-title";
import { NotFoundText } from "@/components/site/not-found-text";
import { Shell } from "@/components/site/shell";
import { schoolCard } from "@/lib/school/school-card";
import "./globals.css";
import { siteMetadata } from "./site-metadata";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("site");
  return { ...(await siteMetadata()), title: await titled(t("notFoundTitle")), robots: { index: false } };
}

/** An unknown address gets its answer in its own language. */
export default async function NotFound() {
  return (
    <Shell locale={await getLocale()} school={await schoolCard()}>
      <NotFoundText />
    </Shell>
  );
}
