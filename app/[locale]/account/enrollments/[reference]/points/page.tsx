import { getLocale, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { AccountSaid } from "@/components/account/account-said";
import { BackToAccount } from "@/components/account/back-to-account";
import { Column, Title } from "@/components/site/page";
import { listOrdered } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Door } from "@/components/ui/stat";
import { type OwnRound, readOwnRound } from "@/lib/family/round";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { withSounds } from "@/lib/i18n/sounds";
import { dayOf } from "@/lib/platform/dates";
import { requirePerson } from "../../../session-cookie";
import { Claims } from "./claims";
import { Objections } from "./objections";
import { Points, Standing } from "./standing";

/** A round for one enrollment: what counts, what it came to, and the family's word against it (admission 2 and 6). */
export default orAway(async function Page({
  params,
  searchParams,
}: PageProps<"/[locale]/account/enrollments/[reference]/points">) {
  const personId = await requirePerson();
  const own = await readOwnRound(personId, (await params).reference, new Date());
  if (!own) return <NoSuchPage />;
  const [t, { said }] = await Promise.all([getTranslations("account.points"), searchParams]);
  const title = t("title", withSounds({ student: own.student }));
  const { round, entry, isSender } = own;
  return (
    <Column>
      <PageTitle>{title}</PageTitle>
      <BackToAccount />
      <AccountSaid said={said} />
      <Title caption={`${round.name} · ${round.schoolYear.year}`}>{title}</Title>
      <Lead own={own} />
      {isSender && !entry && <Claims own={own} />}
      {entry && <Points own={own} entry={entry} />}
      <Standing own={own} />
      <Objections own={own} />
      <ul className="link-rows">
        <li>
          <Link href={`/admission/${round.code}?reference=${own.reference}`}>
            <Door icon={listOrdered} title={t("public")} text={t("publicText")} />
          </Link>
        </li>
      </ul>
    </Column>
  );
});

/** Where the round stands, in a sentence. */
async function Lead({ own: { round, state, entry, asks } }: { own: OwnRound }) {
  const [t, locale] = await Promise.all([getTranslations("account.points"), getLocale() as Promise<Locale>]);
  const until = asks && round.meritsBy;
  return (
    <>
      <p className="mb-6 max-w-measure text-lead">{t(`lead.${state as "open"}`)}</p>
      {until && (
        <p className="mb-6 max-w-measure">
          {t("until", withSounds({ day: dayInWords(dayOf(until), locale) }))}
        </p>
      )}
      {entry?.late && (
        <Notice tone="wait">
          <p className="max-w-measure">{t("late")}</p>
        </Notice>
      )}
      {state !== "open" && !entry && <p className="mb-6 max-w-measure">{t("noLine")}</p>}
    </>
  );
}
