import type { Metadata } from "next";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withSchoolName } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { withOpenGraph } from "@/app/open-graph";
import { createDateFormat, getRoundPhases } from "@/components/site/round-phases";
import { LinkRow } from "@/components/ui/charts/stat";
import { Disclosure } from "@/components/ui/disclosure";
import { listOrdered, pencil } from "@/components/ui/icons/paths";
import { DescriptionList } from "@/components/ui/section";
import { Timeline } from "@/components/ui/timeline";
import { canObject } from "@/lib/admission/claims/verbs";
import { getRetentionStart, type PublicRound, readPublicRound } from "@/lib/admission/queries";
import { findRound, type Round } from "@/lib/admission/round";
import { Link } from "@/lib/i18n/navigation";
import { toDate } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";
import { DrawVerification } from "./draw-verification";
import { OwnResult, PublishedListTable } from "./published-list-table";
import { RoundHistory } from "./round-history";

type Props = PageProps<"/[locale]/admission/[code]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const round = await findRound((await params).code);
  return withOpenGraph({
    title: await withSchoolName(round && round.state !== "draft" ? round.name : ""),
    robots: { index: false },
  });
}

/** The public page of a round: phases, lists and verification. */
export default withUnavailablePage(async function Page({ params, searchParams }: Props) {
  const [{ code }, { reference, page }] = await Promise.all([params, searchParams]);
  const found = await readPublicRound(code);
  if (!found) return <NotFoundPage />;
  const [t, format, { time_zone: timeZone }] = await Promise.all([
    getTranslations("round"),
    getFormatter(),
    getSettings(),
  ]);
  const day = createDateFormat(format, timeZone);
  return (
    <>
      <Head found={found} />
      <div className="mx-auto w-full max-w-page px-5 py-6 sm:py-10">
        <OwnResult found={found} wanted={reference} />
        {!found.withdrawn && (
          <div className="mb-10">
            <h2 className="sr-only">{t("phases.title")}</h2>
            <Timeline across moments={getRoundPhases(found, t, day)} />
          </div>
        )}
        <RoundHistory found={found} day={day} />
        {found.outside > 0 && <p className="mb-4 max-w-measure">{t("beside", { count: found.outside })}</p>}
        {!found.withdrawn && <PublishedListTable found={found} wanted={{ reference, page }} />}
        <DrawVerification
          found={found}
          reference={typeof reference === "string" ? reference : undefined}
          day={day}
        />
        <RoundCriteria round={found.round} day={day} />
        {(await canObject(found.round)) && (
          <ul className="link-rows mt-8">
            <li>
              <Link href="/account">
                <LinkRow icon={pencil} title={t("object")} text={t("objectHow")} />
              </Link>
            </li>
          </ul>
        )}
      </div>
    </>
  );
});

async function Head({ found: { round, state, draw, entries, result, withdrawn } }: { found: PublicRound }) {
  const t = await getTranslations("round");
  const { name, schoolYear } = round;
  return (
    <div className="brand-block">
      <div className="mx-auto w-full max-w-page px-5 py-8 sm:py-12">
        <h1>{name}</h1>
        <p className="text-lead text-on-brand-muted print:text-ink">
          {t(`lead.${withdrawn ? "withdrawn" : (state as "open")}`, { year: schoolYear.year })}
        </p>
        <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4 border-t border-brand-line pt-4">
          {draw && <Figure label={t("number")} value={groupDigits(draw.number)} mono />}
          {entries > 0 && <Figure label={t("entries")} value={String(entries)} />}
          {result && <Figure label={t("places")} value={String(result.places)} />}
        </dl>
      </div>
    </div>
  );
}

const Figure = ({ label, value, mono }: { label: string; value: string; mono?: boolean }) => (
  <div>
    <dt className="text-small text-on-brand-muted print:text-ink">{label}</dt>
    <dd className={mono ? "font-mono text-heading font-semibold text-spark" : "text-heading font-semibold"}>
      {value}
    </dd>
  </div>
);

/** Groups of three digits. */
const groupDigits = (number: string) => number.replace(/(\d{3})(?=\d)/g, "$1 ");

async function RoundCriteria({ round, day }: { round: Round; day: (date: Date) => string }) {
  const [t, locale] = await Promise.all([getTranslations("round.criteria"), getLocale()]);
  const counting = round.criteria.filter(({ source }) => source !== "shares");
  if (counting.length === 0) return null;
  const since = await getRetentionStart(round, new Date());
  const kept = since ? t("keptSince", { day: day(toDate(since)) }) : t("keptAll");
  return (
    <div className="mt-8">
      <Disclosure icon={listOrdered} summary={t("title")} news={t("count", { count: counting.length })}>
        <DescriptionList
          rows={counting.map(({ code, points, source, counts, group, ...texts }) => ({
            label: texts[locale],
            value: [
              t("points", { points }),
              t(`sources.${source as "claimed"}`),
              ...(group ? [t("group")] : []),
              ...(counts === "asked_before" ? [kept] : []),
            ].join(" · "),
          }))}
        />
      </Disclosure>
    </div>
  );
}
