import { getTranslations } from "next-intl/server";
import type { ComponentProps, ReactNode } from "react";
import { Face, SkipLink } from "./face";
import { Footer, type School } from "./footer";
import { Header } from "./header";
import { HeadingFocus } from "./heading-focus";
import { MenuKeys } from "./menu-keys";

type Props = {
  locale: string;
  school: School;
  withForm?: boolean;
  inSandbox?: boolean;
  account?: ComponentProps<typeof Header>["account"];
  children: ReactNode;
};

/** The whole document around a page: skip link, header, main, footer. */
export async function Shell({
  locale,
  school,
  withForm = false,
  inSandbox = false,
  account,
  children,
}: Props) {
  const t = await getTranslations("site");
  return (
    <html lang={locale}>
      <Face style={school.style} />
      <body className="flex min-h-dvh flex-col">
        <SkipLink>{t("skip")}</SkipLink>
        {inSandbox && (
          <p className="bg-accent px-4 py-1 text-center text-small text-on-accent">{t("sandbox")}</p>
        )}
        <Header school={school} withForm={withForm} account={account ?? {}} />
        <main id="main" tabIndex={-1} className="grow">
          {children}
        </main>
        <Footer school={school} />
        <HeadingFocus />
        <MenuKeys />
      </body>
    </html>
  );
}
