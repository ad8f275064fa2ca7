import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { BackToAccount } from "@/components/account/back-to-account";
import { contactLinks } from "@/components/site/contact-links";
import { Column, Title } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { download } from "@/components/ui/icons";
import { Facts } from "@/components/ui/section";
import { type ConsentReceipt, readConsentReceipt } from "@/lib/family/queries";
import { type Locale, toLocalizedPath } from "@/lib/i18n/locales";
import { getSettings } from "@/lib/school/settings";
import { requirePerson } from "../../../session-cookie";

/** What somebody accepted, when and where, to be printed or kept as a file. */
export default orAway(async function Page({
  params,
}: PageProps<"/[locale]/account/enrollments/[reference]/receipt">) {
  const personId = await requirePerson();
  const { reference } = await params;
  const receipt = await readConsentReceipt(personId, reference);
  if (!receipt) return <NoSuchPage />;

  const [t, locale] = await Promise.all([getTranslations("account.receipt"), getLocale() as Promise<Locale>]);
  return (
    <Column>
      <PageTitle>{t("title")}</PageTitle>
      <BackToAccount />
      <Title>{t("title")}</Title>
      <Told receipt={receipt} />
      <p className="mt-6 max-w-measure">{t.rich("withdraw", contactLinks(receipt.withdraw))}</p>
      <p className="mt-4 print:hidden">
        <a
          href={toLocalizedPath(locale, `/account/enrollments/${reference}/receipt/json`)}
          download
          className={buttonClass("secondary")}
        >
          <Icon d={download} />
          {t("json")}
        </a>
      </p>
    </Column>
  );
});

async function Told({ receipt }: { receipt: ConsentReceipt }) {
  const [t, format, { time_zone: timeZone }] = await Promise.all([
    getTranslations("account.receipt"),
    getFormatter(),
    getSettings(),
  ]);
  const { controller, terms_url: terms, terms_text: text } = receipt;
  const time = format.dateTime(new Date(receipt.accepted_at), {
    dateStyle: "long",
    timeStyle: "long",
    timeZone,
  });
  return (
    <Facts
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
        { label: t("time"), value: time },
        { label: t("channel"), value: t(`channels.${receipt.channel}`) },
        { label: t("language"), value: t(`languages.${receipt.language as Locale}`) },
      ]}
    />
  );
}
