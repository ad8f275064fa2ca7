import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "@/components/ui/icons/icon";
import { mail, phone } from "@/components/ui/icons/paths";
import { OfflineLink } from "@/components/ui/offline-link";
import { Link } from "@/lib/i18n/navigation";
import type { SchoolContact } from "@/lib/school/queries";
import { AccountMenu } from "./account-menu";
import { DocumentHead, SkipLink } from "./document-head";
import { HeadingFocus } from "./heading-focus";
import { DefaultSubmitButton, LanguageSwitch } from "./language-switch";
import { MenuDismiss } from "./menu-dismiss";
import { SchoolName } from "./school-name";

type DocumentProps = { locale: string; school: SchoolContact; inSandbox?: boolean; children: ReactNode };

export async function HtmlDocument({ locale, school, inSandbox = false, children }: DocumentProps) {
  const t = await getTranslations("site");
  return (
    <html lang={locale}>
      <DocumentHead style={school.style} />
      <body className="flex min-h-dvh flex-col">
        <SkipLink>{t("skip")}</SkipLink>
        {inSandbox && (
          <p className="bg-accent px-4 py-1 text-center text-small text-on-accent">{t("sandbox")}</p>
        )}
        {children}
        <HeadingFocus />
        <MenuDismiss />
      </body>
    </html>
  );
}

type LayoutProps = {
  school: SchoolContact;
  withForm?: boolean;
  account?: ComponentProps<typeof Header>["account"];
  children: ReactNode;
};

/** Layout of a family's page; the desk has its own. */
export function SiteLayout({ school, withForm = false, account = {}, children }: LayoutProps) {
  return (
    <>
      <Header school={school} withForm={withForm} account={account} />
      <Main>{children}</Main>
      {withForm ? <StepFooter school={school} /> : <Footer school={school} />}
    </>
  );
}

/** The target of the skip link. */
export function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="grow">
      {children}
    </main>
  );
}

type HeaderProps = { school: SchoolContact; withForm: boolean; account: ComponentProps<typeof AccountMenu> };

function Header({ school, withForm, account }: HeaderProps) {
  const t = useTranslations("site");
  const home = (
    <Link href="/" className="school-name">
      <SchoolName school={school} />
    </Link>
  );
  return (
    <header className="site-header">
      <div className="site-row print:w-full">
        <div className="mr-auto min-w-0">
          {withForm ? <OfflineLink text={t("offline")}>{home}</OfflineLink> : home}
        </div>
        <DefaultSubmitButton withForm={withForm} />
        <div className="print:hidden">
          <AccountMenu {...account} />
        </div>
        <LanguageSwitch label={t("language")} withForm={withForm} />
      </div>
    </header>
  );
}

function StepFooter({ school }: { school: SchoolContact }) {
  const t = useTranslations("site");
  return (
    <footer className="site-footer print:hidden">
      <p className="wrap border-t border-hairline py-1 sm:mt-10 sm:py-4">
        {t.rich("help", {
          call: (text) => <a href={`tel:${school.phone.replaceAll(" ", "")}`}>{text}</a>,
          write: (text) => <a href={`mailto:${school.email}`}>{text}</a>,
        })}
      </p>
    </footer>
  );
}

/** Contact and legal links; not at the desk. */
function Footer({ school }: { school: SchoolContact }) {
  const t = useTranslations("site");
  return (
    <footer className="site-footer print:hidden">
      <div>
        <address className="not-italic">
          <strong className="text-ink">{t("contactTitle")}</strong>
          <br />
          {school.name}
          <br />
          {school.address}
          <span className="mt-1 flex flex-col items-start">
            <a href={`tel:${school.phone.replaceAll(" ", "")}`} className="whitespace-nowrap">
              <Icon d={phone} />
              {school.phone}
            </a>
            <a href={`mailto:${school.email}`}>
              <Icon d={mail} />
              {school.email}
            </a>
          </span>
        </address>
        <nav aria-label={t("footerNav")}>
          <ul>
            {(["terms", "privacy", "accessibility", "contact"] as const).map((page) => (
              <li key={page}>
                <Link href={`/${page}`}>{t(page)}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
