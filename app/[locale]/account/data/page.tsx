import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { AccountSaid } from "@/components/account/account-said";
import { BackToAccount } from "@/components/account/back-to-account";
import { Submit } from "@/components/action/fields";
import { Column, Title } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { localizedPath } from "@/lib/i18n/paths";
import { sessionsOf } from "@/lib/people/accounts/sessions";
import { openRequests } from "@/lib/privacy/requests";
import { settings } from "@/lib/school/settings";
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
      <section className="mb-10">
        <header className="section-head mb-3">
          <h2>{t("download")}</h2>
        </header>
        <p className="mb-4 max-w-measure">{t("downloadLead")}</p>
        <a
          href={localizedPath(locale, "/account/data/download")}
          download
          className={buttonClass("secondary")}
        >
          {t("downloadDo")}
        </a>
      </section>
      <Erasure personId={personId} locale={locale} />
      <Sessions personId={personId} />
    </Column>
  );
});

async function Erasure({ personId, locale }: { personId: string; locale: Locale }) {
  const [t, open] = await Promise.all([getTranslations("account.data"), openRequests(personId)]);
  const asked = open.find(({ kind }) => kind === "erasure");
  return (
    <section className="mb-10">
      <header className="section-head mb-3">
        <h2>{t("erasure")}</h2>
      </header>
      {asked ? (
        <FamilyForm action={takeBackErasureAction}>
          <p className="mb-4 max-w-measure">{t("erasureDue", { day: dayInWords(asked.dueOn, locale) })}</p>
          <Submit look="secondary">{t("erasureTakeBack")}</Submit>
        </FamilyForm>
      ) : (
        <>
          <p className="mb-4 max-w-measure">{t("erasureLead")}</p>
          <Link href="/account/data/erase" prefetch={false} className={buttonClass("secondary")}>
            {t("erasureAsk")}
          </Link>
        </>
      )}
    </section>
  );
}

async function Sessions({ personId }: { personId: string }) {
  const [t, format, { time_zone: timeZone }, sessions] = await Promise.all([
    getTranslations("account.data"),
    getFormatter(),
    settings(),
    sessionToken().then((token) => sessionsOf(personId, token, new Date())),
  ]);
  return (
    <section>
      <header className="section-head mb-3">
        <h2>{t("sessions")}</h2>
      </header>
      <ul className="mb-4 list-disc pl-6">
        {sessions.map(({ since, isThis }) => (
          <li key={since.getTime()}>
            {t("since", {
              time: format.dateTime(since, { dateStyle: "long", timeStyle: "short", timeZone }),
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
    </section>
  );
}
