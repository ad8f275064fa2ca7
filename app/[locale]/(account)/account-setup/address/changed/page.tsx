import { getTranslations } from "next-intl/server";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { LinkButton } from "@/components/site/link-button";

export default async function Page() {
  const t = await getTranslations("account.newEmail");
  return (
    <TitledPage title={t("done")}>
      <p className="mb-7 max-w-measure">{t("doneLead")}</p>
      <LinkButton href="/account">{t("account")}</LinkButton>
    </TitledPage>
  );
}
