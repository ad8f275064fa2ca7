import { getLocale, getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { BackToAccount } from "@/components/account/back-to-account";
import { getContactLinks } from "@/components/site/contact-links";
import { DownloadLink } from "@/components/site/link-button";
import { DescriptionList } from "@/components/ui/section";
import { readConsentReceipt } from "@/lib/family/queries";
import { getDateLocale } from "@/lib/i18n/format";
import { type Locale, toLocalizedPath } from "@/lib/i18n/locales";
import { getSettings } from "@/lib/school/settings";

/** What was accepted, when and where. */
export default withUnavailablePage(async function Page({
  params,
}: PageProps<"/[locale]/account/enrollments/[reference]/receipt">) {
  const personId = await requirePersonId();
  const { reference } = await params;
  const receipt = await readConsentReceipt(personId, reference);
  if (!receipt) return <NotFoundPage />;

  const [t, locale] = await Promise.all([getTranslations("account.receipt"), getLocale()]);
  return (
    <TitledPage title={t("title")} above={<BackToAccount />}>
      <ReceiptRow receipt={receipt} />
      <p className="mt-6 max-w-measure">{t.rich("withdraw", getContactLinks(receipt.withdraw))}</p>
      <p className="mt-4 print:hidden">
        <DownloadLink
          href={toLocalizedPath(locale, `/account/enrollments/${reference}/receipt/json`)}
          download
        >
          {t("json")}
        </DownloadLink>
      </p>
    </TitledPage>
  );
});

async function ReceiptRow({
  receipt,
}: {
  receipt: NonNullable<Awaited<ReturnType<typeof readConsentReceipt>>>;
}) {
  const [t, locale, { time_zone: timeZone }] = await Promise.all([
    getTranslations("account.receipt"),
    getLocale(),
    getSettings(),
  ]);
  const { controller, terms_url: terms, terms_text: text } = receipt;
  const format = new Intl.DateTimeFormat(getDateLocale(locale), {
    dateStyle: "long",
    timeStyle: "long",
    timeZone,
  });
  return (
    <DescriptionList
      rows={[
        {
          label: t("controller"),
          value: (
            <span className="whitespace-pre-line">{[controller.name, controller.address].join("\n")}</span>
          ),
        },
        { label: t("acceptedBy"), value: receipt.accepted_by },
        { label: t("for"), value: receipt.on_behalf_of },
        { label: t("reference"), value: <span className="reference">{receipt.reference}</span> },
        { label: t("terms"), value: <a href={terms}>{terms}</a> },
        ...(text
          ? [
              { label: t("version"), value: <a href={text.url}>{text.version}</a> },
              { label: "SHA-256", value: <span className="reference">{text.sha256}</span> },
            ]
          : []),
        { label: t("time"), value: format.format(new Date(receipt.accepted_at)) },
        { label: t("channel"), value: t(`channels.${receipt.channel}`) },
        { label: t("language"), value: t(`languages.${receipt.language as Locale}`) },
      ]}
    />
  );
}
