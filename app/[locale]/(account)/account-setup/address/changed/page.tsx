import { getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/_lib/page-title";
import { PageColumn, PageHeading } from "@/components/layout/page-column";
import { LinkButton } from "@/components/site/link-button";

export default async function Page() {
  const t = await getTranslations("account.newEmail");
  return (
    <PageColumn>
      <PageTitle>{t("done")}</PageTitle>
      <PageHeading>{t("done")}</PageHeading>
      <p className="mb-7 max-w-measure">{t("doneLead")}</p>
      <LinkButton href="/account">{t("account")}</LinkButton>
    </PageColumn>
  );
}
