import { getLocale, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { PageTitle } from "@/app/[locale]/page-title";
import { AccountSaid } from "@/components/account/account-said";
import { BackToAccount } from "@/components/account/back-to-account";
import { Submit, TextArea } from "@/components/action/fields";
import { Column, Title } from "@/components/site/page";
import { listOrdered } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Sheet } from "@/components/ui/section";
import { Door } from "@/components/ui/stat";
import { type OwnRound, readOwnRound } from "@/lib/family/round/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { toDay } from "@/lib/platform/dates";
import { FamilyForm } from "../../../family-form";
import { requirePerson } from "../../../session-cookie";
import { objectAction } from "./actions";
import { Claims } from "./claims";
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
  const title = t("title", addElision({ student: own.student }));
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
          {t("until", addElision({ day: formatDay(toDay(until), locale) }))}
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

/** What the family has said against the provisional list, the school's answers, and the way to say it. */
async function Objections({ own }: { own: OwnRound }) {
  const [t, locale] = await Promise.all([
    getTranslations("account.points.objections"),
    getLocale() as Promise<Locale>,
  ]);
  const { objections, mayObject, reference, round } = own;
  if (!mayObject && objections.length === 0) return null;
  const waits = objections.some(({ answer }) => answer === null);
  const by = round.objectionsBy && formatDay(toDay(round.objectionsBy), locale);
  return (
    <Sheet title={t("title")} id="objections">
      {objections.map(({ words, at, answer, upheld }) => (
        <article key={at.getTime()} className="border-b border-hairline py-4">
          <p className="quote whitespace-pre-line [overflow-wrap:anywhere]">{words}</p>
          <p className="mt-3 max-w-measure whitespace-pre-line [overflow-wrap:anywhere]">
            <b>{t(answer === null ? "waits" : upheld ? "upheld" : "rejected")}</b> {answer}
          </p>
        </article>
      ))}
      {mayObject && !waits && (
        <FamilyForm action={objectAction} className="mt-4">
          <p className="mb-4 max-w-measure">{by ? t("leadUntil", addElision({ day: by })) : t("lead")}</p>
          <input type="hidden" name="reference" value={reference} />
          <TextArea name="words" label={t("label")} rows={4} />
          <Submit look="secondary">{t("submit")}</Submit>
        </FamilyForm>
      )}
    </Sheet>
  );
}
