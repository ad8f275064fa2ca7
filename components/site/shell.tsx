import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Footer, type School } from "./footer";
import { Header } from "./header";
import { HeadingFocus } from "./heading-focus";

type Props = { locale: string; school: School; withForm?: boolean; inSandbox?: boolean; children: ReactNode };

/** The whole document around a page: skip link, header, main, footer. */
export async function Shell({ locale, school, withForm = false, inSandbox = false, children }: Props) {
  const t = await getTranslations("site");
  return (
    <html lang={locale}>
      {school.style && <link rel="stylesheet" href={school.style} precedence="school" />}
      <body className="flex min-h-dvh flex-col bg-paper font-sans text-base text-ink">
        <a
          href="#main"
          className="sr-only z-10 bg-accent text-on-accent focus:not-sr-only focus:absolute focus:px-4 focus:py-3 hover:text-on-accent"
        >
          {t("skip")}
        </a>
        {inSandbox && (
          <p className="bg-accent px-4 py-1 text-center text-on-accent text-small">{t("sandbox")}</p>
        )}
        <Header school={school} withForm={withForm} />
        <main id="main" tabIndex={-1} className="grow">
          {children}
        </main>
        <Footer school={school} withForm={withForm} />
        <HeadingFocus />
      </body>
    </html>
  );
}
