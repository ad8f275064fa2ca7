import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { NotFoundText } from "@/components/site/not-found-text";
import { Shell } from "@/components/site/shell";
import { splitPath } from "@/lib/i18n/paths";
import { schoolCard } from "@/lib/school/school-card";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations({ locale: await localeOfRequest(), namespace: "site" });
  return { title: t("notFoundTitle"), robots: { index: false } };
}

/** An unknown address gets its answer in its own language. */
export default async function NotFound() {
  const locale = await localeOfRequest();
  setRequestLocale(locale);
  return (
    <Shell locale={locale} school={await schoolCard()}>
      <NotFoundText />
    </Shell>
  );
}

const localeOfRequest = async () => splitPath((await headers()).get("x-pathname") ?? "/").locale;
