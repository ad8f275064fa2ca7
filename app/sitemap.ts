import type { MetadataRoute } from "next";
import { locales, toLocalizedPath } from "@/lib/i18n/locales";
import { getPublicUrl } from "@/lib/school/settings";

export const dynamic = "force-dynamic"; // contains the address from the environment

const PAGES = ["/", "/enroll", "/contact", "/privacy", "/terms", "/accessibility"];

export default function sitemap(): MetadataRoute.Sitemap {
  return PAGES.map((page) => {
    const languages = Object.fromEntries(
      locales.map((locale) => [locale, getPublicUrl() + toLocalizedPath(locale, page)]),
    );
    return { url: getPublicUrl() + page, alternates: { languages } };
  });
}
