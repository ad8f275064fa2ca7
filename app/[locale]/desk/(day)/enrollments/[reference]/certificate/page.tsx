import { getLocale } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { BackLink } from "@/components/desk/back-link";
import { DeskColumn } from "@/components/desk/desk-column";
import { CertificatePage } from "@/components/site/certificate-page";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { readCertificate } from "@/lib/family/certificate/queries";

/** Writes a page view, like the enrollment itself (desk 18). */
export default defineDeskPage("read", "certificate", async ({ t, actor, params: { reference = "" } }) => {
  const certificate = (await readEnrollmentRecord(actor, reference, new Date()))
    ? await readCertificate(reference, await getLocale())
    : undefined;
  if (!certificate) return;
  return (
    <DeskColumn>
      <title>{t("title")}</title>
      <BackLink href={`/desk/enrollments/${reference}`}>{certificate.student}</BackLink>
      <CertificatePage certificate={certificate} />
    </DeskColumn>
  );
});
