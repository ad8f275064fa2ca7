import { getLocale, getTranslations } from "next-intl/server";
import { PageHeading } from "@/components/layout/page-column";
import { SchoolName } from "@/components/layout/school-name";
import type { readCertificate } from "@/lib/family/certificate/queries";
import { addElision, formatDay } from "@/lib/i18n/format";

/** Confirms the request, and the place if there is one; one printed sheet. */
export async function CertificatePage({
  certificate,
}: {
  certificate: NonNullable<Awaited<ReturnType<typeof readCertificate>>>;
}) {
  const [t, locale] = await Promise.all([getTranslations("certificate"), getLocale()]);
  const { reference, student, year, sentOn, today, place, school } = certificate;
  const values = { school: school.name, student, year, reference };
  return (
    <>
      <div className="mb-10 hidden items-center gap-3 print:flex">
        <SchoolName school={school} />
      </div>
      <PageHeading>{t("title")}</PageHeading>
      <p className="mb-4 max-w-measure">
        {t("requested", { ...values, ...addElision({ day: formatDay(sentOn, locale) }) })}
      </p>
      {place && (
        <p className="mb-4 max-w-measure">{t("placed", { place: place.join(", ") || t("school") })}</p>
      )}
      <p className="mb-8 max-w-measure">{t("issued", addElision({ day: formatDay(today, locale) }))}</p>
      <address className="text-small whitespace-pre-line text-muted not-italic">
        {[school.name, school.address, school.phone, school.email].filter(Boolean).join("\n")}
      </address>
      <p className="mt-8 text-small text-muted print:hidden">{t("print")}</p>
    </>
  );
}
