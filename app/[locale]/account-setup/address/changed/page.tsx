import { getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/page-title";
import { LinkButton } from "@/components/site/link-button";
import { Column, Title } from "@/components/site/page";

export default async function Page() {
  const t = await getTranslations("account.newEmail");
  return (
    <Column>
      <PageTitle>{t("done")}</PageTitle>
      <Title>{t("done")}</Title>
      <p className="mb-7 max-w-measure">{t("doneLead")}</p>
      <LinkButton href="/account">{t("account")}</LinkButton>
    </Column>
  );
}
