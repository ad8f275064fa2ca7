import { getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/page-title";
import { contactLinks } from "@/components/site/contact-links";
import { Column, Title } from "@/components/site/page";
import { getSchoolContact } from "@/lib/school/queries";

/** After an answer that leads to no account. */
export default async function Page() {
  const [t, { email, phone }] = await Promise.all([getTranslations("account.answered"), getSchoolContact()]);
  return (
    <Column>
      <PageTitle>{t("title")}</PageTitle>
      <Title>{t("title")}</Title>
      <p className="max-w-measure">{t.rich("lead", contactLinks({ email, phone }))}</p>
    </Column>
  );
}
