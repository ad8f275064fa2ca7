import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { circleUserRound } from "@/components/ui/icons";
import { Link } from "@/lib/i18n/navigation";
import type { School } from "./footer";
import { EnterMeansContinue, LanguageSwitch } from "./language-switch";
import { SchoolName } from "./school-name";

/** The school's name or logo, which leads home, the account and the language. */
export function Header({ school, withForm }: { school: School; withForm: boolean }) {
  const t = useTranslations("site");
  return (
    <header className="site-header">
      <div className="site-row [body:has([data-desk])_&]:w-[min(100%-2.5rem,76rem)] print:w-full">
        <Link href="/" prefetch={false} className="school-name">
          <SchoolName school={school} />
        </Link>
        <EnterMeansContinue withForm={withForm} />
        <Link
          href="/account"
          prefetch={false}
          className="top-link [body:has([data-desk])_&]:hidden print:hidden"
        >
          <Icon d={circleUserRound} />
          <span className="sr-only sm:not-sr-only">{t("account")}</span>
        </Link>
        <LanguageSwitch label={t("language")} withForm={withForm} />
      </div>
    </header>
  );
}
