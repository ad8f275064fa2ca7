import { getLocale, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { schoolDates } from "@/app/[locale]/school-dates";
import { AccountSaid } from "@/components/account/account-said";
import { BackToAccount } from "@/components/account/back-to-account";
import { Submit } from "@/components/action/fields";
import { LinkButton } from "@/components/site/link-button";
import { Column, Title } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { download, trash } from "@/components/ui/icons";
import { Sheet } from "@/components/ui/section";
import { formatDay } from "@/lib/i18n/format";
import { type Locale, toLocalizedPath } from "@/lib/i18n/locales";
import { listSessions } from "@/lib/people/accounts/sessions";
import { listOpenRequests } from "@/lib/privacy/verbs";
import { FamilyForm } from "../family-form";
import { requirePerson, sessionToken } from "../session-cookie";
import { endOthersAction, takeBackErasureAction } from "./actions";

/** What is kept of somebody, to be taken along, and what they can ask for. */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/account/data">) {
  const personId = await requirePerson();
  const [t, locale, { said }] = await Promise.all([
    getTranslations("account.data"),
    getLocale() as Promise<Locale>,
    searchParams,
  ]);
  return (
    <Column>
      <PageTitle>{t("title")}</PageTitle>
      <BackToAccount />
      <Title>{t("title")}</Title>
      <AccountSaid said={said} />
      <Sheet title={t("download")} className="mt-9 mb-10">
        <p className="mt-3 mb-4 max-w-measure">{t("downloadLead")}</p>
        <a
          href={toLocalizedPath(locale, "/account/data/download")}
          download
          className={buttonClass("secondary")}
        >
          <Icon d={download} />
          {t("downloadDo")}
        </a>
      </Sheet>
      <Erasure personId={personId} locale={locale} />
      <Sessions personId={personId} />
    </Column>
  );
});

async function Erasure({ personId, locale }: { personId: string; locale: Locale }) {
  const [t, open] = await Promise.all([getTranslations("account.data"), listOpenRequests(personId)]);
  const asked = open.find(({ kind }) => kind === "erasure");
  return (
    <Sheet title={t("erasure")} className="mb-10">
      {asked ? (
        <FamilyForm action={takeBackErasureAction}>
          <p className="mt-3 mb-4 max-w-measure">
            {t("erasureDue", { day: formatDay(asked.dueOn, locale) })}
          </p>
          <Submit look="secondary">{t("erasureTakeBack")}</Submit>
        </FamilyForm>
      ) : (
        <>
          <p className="mt-3 mb-4 max-w-measure">{t("erasureLead")}</p>
          <LinkButton href="/account/data/erase" look="danger">
            <Icon d={trash} />
            {t("erasureAsk")}
          </LinkButton>
        </>
      )}
    </Sheet>
  );
}

async function Sessions({ personId }: { personId: string }) {
  const { longInstant } = await schoolDates();
  const [t, sessions] = await Promise.all([
    getTranslations("account.data"),
    sessionToken().then((token) => listSessions(personId, token, new Date())),
  ]);
  return (
    <Sheet title={t("sessions")}>
      <ul className="mb-4 divide-y divide-hairline">
        {sessions.map(({ since, isThis }) => (
          <li key={since.getTime()} className="py-2">
            {t("since", {
              time: longInstant(since),
            })}{" "}
            {isThis && t("this")}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <FamilyForm action={endOthersAction}>
          <Submit look="secondary">{t("endOthers")}</Submit>
        </FamilyForm>
      )}
    </Sheet>
  );
}
