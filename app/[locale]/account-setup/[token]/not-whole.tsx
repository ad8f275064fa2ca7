import { getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/page-title";
import { LinkButton } from "@/components/site/link-button";
import { Column, Title } from "@/components/site/page";
import { setPageStatus } from "@/lib/platform/page-request";

/** No address that a message of ours has: nobody's, so that nothing can be sent to whose it would be. */
export async function NotWhole() {
  const t = await getTranslations("account.notWhole");
  setPageStatus(404);
  return (
    <Column>
      <PageTitle>{t("title")}</PageTitle>
      <Title>{t("title")}</Title>
      <p className="mb-7 max-w-measure">{t("lead")}</p>
      <p className="mb-2">
        <LinkButton href="/forgotten-password">{t("again")}</LinkButton>
      </p>
      <p>
        <LinkButton href="/sign-in" look="quiet">
          {t("signIn")}
        </LinkButton>
      </p>
    </Column>
  );
}
