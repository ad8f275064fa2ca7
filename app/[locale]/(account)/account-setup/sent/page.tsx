import { getTranslations } from "next-intl/server";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { getContactLinks } from "@/components/site/contact-links";
import { getSchoolContact } from "@/lib/school/queries";

export default async function Page() {
  const [t, { email, phone }] = await Promise.all([getTranslations("account.sent"), getSchoolContact()]);
  return (
    <TitledPage title={t("title")}>
      <p className="mb-4 max-w-measure">{t("lead")}</p>
      <p className="max-w-measure">{t.rich("contact", getContactLinks({ email, phone }))}</p>
    </TitledPage>
  );
}
