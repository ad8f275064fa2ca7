import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PageTitle } from "@/app/[locale]/_lib/page-title";
import { AccountFlashMessage } from "@/components/account/account-flash-message";
import { EmptyPage } from "@/components/site/empty-page";
import { buttonClass } from "@/components/ui/controls/button";
import { Link } from "@/lib/i18n/navigation";

/** The last action. */
type Props = { said?: string | string[] | undefined };

/** The link's question is answered or withdrawn. */
export async function NothingToAnswer({ said }: Props) {
  const t = await getTranslations("account.placeAnswer");
  return (
    <Empty said={said} title={t("none")} text={t("noneLead")}>
      <Link href="/account" className={buttonClass()}>
        {t("account")}
      </Link>
    </Empty>
  );
}

/** The renewal is over; a new request starts in the account. */
export async function RenewalOver({ said }: Props) {
  const t = await getTranslations("account.renewal");
  return (
    <Empty said={said} title={t("over")} text={t("overLead")}>
      <Link href="/account" className={buttonClass()}>
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
      <AccountFlashMessage said={said} />
    </div>
    <EmptyPage title={title} text={text}>
      {children}
    </EmptyPage>
  </>
);
