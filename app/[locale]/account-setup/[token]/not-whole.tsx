import { getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/page-title";
import { Column, Title } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";
import { answerWith } from "@/lib/platform/page-answer";

/** No address that a message of ours has: nobody's, so that nothing can be sent to whose it would be. */
export async function NotWhole() {
  const t = await getTranslations("account.notWhole");
  answerWith(404);
  return (
    <Column>
      <PageTitle>{t("title")}</PageTitle>
      <Title>{t("title")}</Title>
      <p className="mb-7 max-w-measure">{t("lead")}</p>
      <p className="mb-2">
        <Link href="/forgotten-password" className={buttonClass()}>
          {t("again")}
        </Link>
      </p>
      <p>
        <Link href="/sign-in" className={buttonClass("quiet")}>
          {t("signIn")}
        </Link>
      </p>
    </Column>
  );
}
