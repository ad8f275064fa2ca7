import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Link } from "@/lib/i18n/navigation";
import { AccountMenu } from "./account-menu";
import type { School } from "./footer";
import { EnterMeansContinue, LanguageSwitch } from "./language-switch";
import { SchoolName } from "./school-name";

type Props = { school: School; withForm: boolean; account: ComponentProps<typeof AccountMenu> };

/** The school's name or logo, which leads home, the account and the language. */
export function Header({ school, withForm, account }: Props) {
  const t = useTranslations("site");
  return (
    <header className="site-header">
      <div className="site-row print:w-full">
        <Link href="/" className="school-name">
          <SchoolName school={school} />
        </Link>
        <EnterMeansContinue withForm={withForm} />
        <div className="print:hidden">
          <AccountMenu {...account} />
        </div>
        <LanguageSwitch label={t("language")} withForm={withForm} />
      </div>
    </header>
  );
}
