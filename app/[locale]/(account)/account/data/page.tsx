import { getLocale, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { readSessionToken, requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { AccountFlashMessage } from "@/components/account/account-flash-message";
import { BackToAccount } from "@/components/account/back-to-account";
import { SubmitButton } from "@/components/forms/fields";
import { DownloadLink, LinkButton } from "@/components/site/link-button";
import { Icon } from "@/components/ui/icons/icon";
import { trash } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import { formatDay } from "@/lib/i18n/format";
import { type Locale, toLocalizedPath } from "@/lib/i18n/locales";
import { listSessions } from "@/lib/people/accounts/sessions";
import { listOpenRequests } from "@/lib/privacy/verbs";
import { endOtherSessionsAction, withdrawErasureRequestAction } from "./actions";

/** Stored data: download, and requests to the school. */
export default withUnavailablePage(async function Page({
  searchParams,
}: PageProps<"/[locale]/account/data">) {
  const personId = await requirePersonId();
  const [t, locale, { said }] = await Promise.all([
    getTranslations("account.data"),
    getLocale(),
    searchParams,
  ]);
  return (
    <TitledPage title={t("title")} above={<BackToAccount />}>
      <AccountFlashMessage flash={said} />
      <Section title={t("download")} className="mt-9 mb-10">
        <p className="mt-3 mb-4 max-w-measure">{t("downloadLead")}</p>
        <DownloadLink href={toLocalizedPath(locale, "/account/data/download")} download>
          {t("downloadDo")}
        </DownloadLink>
      </Section>
      <Erasure personId={personId} locale={locale} />
      <Sessions personId={personId} />
    </TitledPage>
  );
});

async function Erasure({ personId, locale }: { personId: string; locale: Locale }) {
  const [t, requests] = await Promise.all([getTranslations("account.data"), listOpenRequests(personId)]);
  const erasure = requests.find(({ kind }) => kind === "erasure");
  return (
    <Section title={t("erasure")} className="mb-10">
      {erasure ? (
        <AccountForm action={withdrawErasureRequestAction}>
          <p className="mt-3 mb-4 max-w-measure">
            {t("erasureDue", { day: formatDay(erasure.dueOn, locale) })}
          </p>
          <SubmitButton variant="secondary">{t("erasureTakeBack")}</SubmitButton>
        </AccountForm>
      ) : (
        <>
          <p className="mt-3 mb-4 max-w-measure">{t("erasureLead")}</p>
          <LinkButton href="/account/data/erase" variant="danger">
            <Icon d={trash} />
            {t("erasureAsk")}
          </LinkButton>
        </>
      )}
    </Section>
  );
}

async function Sessions({ personId }: { personId: string }) {
  const { longInstant } = await getDateFormats();
  const [t, sessions] = await Promise.all([
    getTranslations("account.data"),
    readSessionToken().then((token) => listSessions(personId, token, new Date())),
  ]);
  return (
    <Section title={t("sessions")}>
      <ul className="mb-4 divide-y divide-hairline">
        {sessions.map(({ since, isThis }) => (
          <li key={since.getTime()} className="py-2">
            {t("since", { time: longInstant(since) })} {isThis && t("this")}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <AccountForm action={endOtherSessionsAction}>
          <SubmitButton variant="secondary">{t("endOthers")}</SubmitButton>
        </AccountForm>
      )}
    </Section>
  );
}
