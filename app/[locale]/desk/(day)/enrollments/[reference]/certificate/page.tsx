import { getLocale } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
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
    <DeskPage
      title={t("title")}
      heading={null}
      back={{ href: `/desk/enrollments/${reference}`, text: certificate.student }}
    >
      <CertificatePage certificate={certificate} />
    </DeskPage>
  );
});
