import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LanguageSwitch } from "@/components/site/language-switch";
import { SchoolName } from "@/components/site/school-name";
import { Main } from "@/components/site/shell";
import { Link } from "@/lib/i18n/navigation";
import type { SchoolCard } from "@/lib/school/school-card";

type Props = { school: SchoolCard; children: ReactNode };

/** Around a page of the desk before anybody has come in: whose desk it is, and the language. */
export function DeskDoor({ school, children }: Props) {
  const t = useTranslations("site");
  return (
    <>
      <header className="site-header" data-frame="">
        <div className="site-row">
          <Link href="/desk" className="school-name">
            <SchoolName school={school} />
          </Link>
          <LanguageSwitch label={t("language")} withForm={false} />
        </div>
      </header>
      <Main>
        <div data-dense="">{children}</div>
      </Main>
    </>
  );
}
