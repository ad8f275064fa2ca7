import { getLocale, getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { PageTitle } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { BackToAccount } from "@/components/account/back-to-account";
import { PageColumn } from "@/components/layout/page-column";
import { CertificatePage } from "@/components/site/certificate-page";
import { readOwnCertificate } from "@/lib/family/certificate/queries";

export default withUnavailablePage(async function Page({
  params,
}: PageProps<"/[locale]/account/enrollments/[reference]/certificate">) {
  const personId = await requirePersonId();
  const { reference } = await params;
  const certificate = await readOwnCertificate(personId, reference, new Date(), await getLocale());
  if (!certificate) return <NotFoundPage />;
  const t = await getTranslations("certificate");
  return (
    <PageColumn>
      <PageTitle>{t("title")}</PageTitle>
      <BackToAccount />
      <CertificatePage certificate={certificate} />
    </PageColumn>
  );
});
