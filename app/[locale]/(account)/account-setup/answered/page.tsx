import { getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/_lib/page-title";
import { PageColumn, PageHeading } from "@/components/layout/page-column";
import { getContactLinks } from "@/components/site/contact-links";
import { getSchoolContact } from "@/lib/school/queries";

export default async function Page() {
  const [t, { email, phone }] = await Promise.all([getTranslations("account.answered"), getSchoolContact()]);
  return (
    <PageColumn>
      <PageTitle>{t("title")}</PageTitle>
      <PageHeading>{t("title")}</PageHeading>
      <p className="max-w-measure">{t.rich("lead", getContactLinks({ email, phone }))}</p>
    </PageColumn>
  );
}
