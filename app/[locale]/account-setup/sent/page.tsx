import { getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/page-title";
import { contactLinks } from "@/components/site/contact-links";
import { Column, Title } from "@/components/site/page";
import { getSchoolContact } from "@/lib/school/queries";

export default async function Page() {
  const [t, { email, phone }] = await Promise.all([getTranslations("account.sent"), getSchoolContact()]);
  return (
    <Column>
      <PageTitle>{t("title")}</PageTitle>
      <Title>{t("title")}</Title>
      <p className="mb-4 max-w-measure">{t("lead")}</p>
      <p className="max-w-measure">{t.rich("contact", contactLinks({ email, phone }))}</p>
    </Column>
  );
}
