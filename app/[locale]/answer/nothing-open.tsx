import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PageTitle } from "@/app/[locale]/page-title";
import { AccountSaid } from "@/components/account/account-said";
import { NothingHere } from "@/components/site/nothing-here";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";

/** What was done last. */
type Props = { said?: string | string[] | undefined };

/** Behind a link by which nothing is asked (any more). */
export async function NothingOpen({ said }: Props) {
  const t = await getTranslations("account.placeAnswer");
  return (
    <Empty said={said} title={t("none")} text={t("noneLead")}>
      <Link href="/account" className={buttonClass()}>
        {t("account")}
      </Link>
    </Empty>
  );
}

/** Behind the link of a renewal whose day is over: going on is asked for in the account, like anything else. */
export async function RenewalOver({ said }: Props) {
  const t = await getTranslations("account.renewal");
  return (
    <Empty said={said} title={t("over")} text={t("overLead")}>
      <Link href="/account/family" className={buttonClass()}>
        {t("family")}
      </Link>
    </Empty>
  );
}

const Empty = ({
  said,
  title,
  text,
  children,
}: Props & { title: string; text: string; children: ReactNode }) => (
  <>
    <PageTitle>{title}</PageTitle>
    <div className="wrap pt-6 empty:hidden">
      <AccountSaid said={said} />
    </div>
    <NothingHere title={title} text={text}>
      {children}
    </NothingHere>
  </>
);
