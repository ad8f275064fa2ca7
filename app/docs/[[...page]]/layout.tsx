import type { Viewport } from "next";
import { siteMetadata } from "@/app/site-metadata";
import { palette } from "@/components/ui/palette";
import { wordsOf } from "@/lib/i18n/docs/words-of";
import { type Locale, languageNames, locales } from "@/lib/i18n/locales";
import { docsPath } from "@/lib/i18n/paths";
import { pageOf, pages } from "../page-of";
import "../../globals.css";

export const dynamic = "force-dynamic"; // each answer has its own nonce

export const generateMetadata = siteMetadata;

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: palette.light.surface },
    { media: "(prefers-color-scheme: dark)", color: palette.dark.surface },
  ],
};

export default async function Layout({ children, params }: LayoutProps<"/docs/[[...page]]">) {
  const { language, page } = pageOf((await params).page);
  const words = wordsOf(language);
  const pathOf = (name: string, of = language) => `${docsPath(of)}${name === "start" ? "" : `/${name}`}`;

  return (
    <html lang={language}>
      <body className="flex min-h-dvh flex-col bg-paper font-sans text-base text-ink">
        <a
          href="#main"
          className="sr-only z-10 bg-accent text-on-accent focus:not-sr-only focus:absolute focus:px-4 focus:py-3 hover:text-on-accent"
        >
          {words.skip}
        </a>
        <header className="border-b border-hairline bg-surface print:hidden">
          <nav
            aria-label={words.title}
            className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 px-4 py-2 sm:px-6"
          >
            {pages.map((name) => (
              <a
                key={name}
                href={pathOf(name)}
                aria-current={name === page ? "page" : undefined}
                className="inline-flex min-h-target items-center aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
              >
                {words.pages[name]}
              </a>
            ))}
            <span className="ml-auto flex flex-wrap gap-x-6">
              {others(language).map((other) => (
                <a
                  key={other}
                  href={pathOf(page ?? "start", other)}
                  hrefLang={other}
                  lang={other}
                  className="inline-flex min-h-target items-center"
                >
                  {languageNames[other]}
                </a>
              ))}
            </span>
          </nav>
        </header>
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page grow px-4 py-6 sm:px-6 sm:py-10">
          {children}
        </main>
        <footer className="border-t border-hairline bg-surface px-4 py-4 text-center text-small print:hidden">
          <a href="/" className="inline-flex min-h-target items-center">
            {words.home}
          </a>
        </footer>
      </body>
    </html>
  );
}

const others = (language: Locale) => locales.filter((other) => other !== language);
