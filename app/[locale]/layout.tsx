import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { hasLocale, NextIntlClientProvider } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { Footer } from "@/components/site/footer";
import { Header } from "@/components/site/header";
import { HeadingFocus } from "@/components/site/heading-focus";
import { palette } from "@/components/ui/palette";
import { routing } from "@/lib/i18n/routing";
import { schoolCard } from "@/lib/school/school-card";
import "../globals.css";

export const dynamic = "force-dynamic"; // settings and answers are read as they are now

export const metadata: Metadata = {
  formatDetection: { telephone: false, email: false, address: false },
  robots: { index: true, follow: true },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: palette.light.surface },
    { media: "(prefers-color-scheme: dark)", color: palette.dark.surface },
  ],
};

export default async function Layout({ children, params }: LayoutProps<"/[locale]">) {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) notFound();
  setRequestLocale(locale);
  const [t, school] = await Promise.all([getTranslations("site"), schoolCard()]);

  return (
    <html lang={locale}>
      <body className="flex min-h-dvh flex-col bg-paper font-sans text-base text-ink">
        <a
          href="#main"
          className="sr-only z-10 bg-accent px-4 py-3 text-on-accent focus:not-sr-only focus:absolute hover:text-on-accent"
        >
          {t("skip")}
        </a>
        <NextIntlClientProvider messages={{}}>
          <Header schoolName={school.name} />
          <main id="main" tabIndex={-1} className="grow">
            {children}
          </main>
          <Footer school={school} />
        </NextIntlClientProvider>
        <HeadingFocus />
      </body>
    </html>
  );
}
