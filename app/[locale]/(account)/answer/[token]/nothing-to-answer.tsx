import { getLocale, getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/_lib/page-title";
import { AccountFlashMessage } from "@/components/account/account-flash-message";
import { EmptyPage } from "@/components/site/empty-page";
import { buttonClass } from "@/components/ui/controls/button";
import { addElision, formatDay } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import type { Day } from "@/lib/platform/dates";

/** The last action. */
type Props = { said?: string | string[] | undefined };

/** The link's question is answered or withdrawn. */
export async function NothingToAnswer({ said }: Props) {
  const t = await getTranslations("account.placeAnswer");
  return <Empty said={said} title={t("none")} text={t("noneLead")} />;
}

/** The renewal is over; a new request starts in the account, perhaps only from a later day. */
export async function RenewalOver({ said, opens }: Props & { opens: Day | undefined }) {
  const t = await getTranslations("account.renewal");
  const locale = await getLocale();
  const text = opens ? t("overUntil", addElision({ day: formatDay(opens, locale) })) : t("overLead");
  return <Empty said={said} title={t("over")} text={text} />;
}

async function Empty({ said, title, text }: Props & { title: string; text: string }) {
  const t = await getTranslations("account.placeAnswer");
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="wrap pt-6 empty:hidden">
        <AccountFlashMessage said={said} />
      </div>
      <EmptyPage title={title} text={text}>
        <Link href="/account" className={buttonClass()}>
          {t("account")}
        </Link>
      </EmptyPage>
    </>
  );
}
