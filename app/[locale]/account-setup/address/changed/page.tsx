import { getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/page-title";
import { Column, Title } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";

export default async function Page() {
  const t = await getTranslations("account.newEmail");
  return (
    <Column>
      <PageTitle>{t("done")}</PageTitle>
      <Title>{t("done")}</Title>
      <p className="mb-7 max-w-measure">{t("doneLead")}</p>
      <Link href="/account" className={buttonClass()}>
        {t("account")}
      </Link>
    </Column>
  );
}
