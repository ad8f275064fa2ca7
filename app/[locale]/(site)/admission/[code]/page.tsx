import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withSchoolName } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { withOpenGraph } from "@/app/open-graph";
import { getRoundPhases } from "@/components/site/round-phases";
import { LinkRow } from "@/components/ui/charts/stat";
import { Disclosure } from "@/components/ui/disclosure";
import { listOrdered, pencil } from "@/components/ui/icons/paths";
import { DescriptionList } from "@/components/ui/section";
import { Timeline } from "@/components/ui/timeline";
import { canObject } from "@/lib/admission/claims/queries";
import { getRetentionStart, type PublicRound, readPublicRound } from "@/lib/admission/queries";
import { findRound, type Round } from "@/lib/admission/round";
import { Link } from "@/lib/i18n/navigation";
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
  const view = await readPublicRound(code);
  if (!view) return <NotFoundPage />;
  const [t, formats] = await Promise.all([getTranslations("round"), getDateFormats()]);
  return (
    <>
      <RoundHeader view={view} />
      <div className="mx-auto w-full max-w-page px-5 py-6 sm:py-10">
        <OwnResult view={view} queryReference={reference} />
        {!view.withdrawn && (
          <div className="mb-10">
            <h2 className="sr-only">{t("phases.title")}</h2>
            <Timeline horizontal items={getRoundPhases(view, t, formats)} />
          </div>
        )}
        <RoundHistory view={view} />
        {view.outside > 0 && <p className="mb-4 max-w-measure">{t("beside", { count: view.outside })}</p>}
        {!view.withdrawn && <PublishedListTable view={view} query={{ reference, page }} />}
        <DrawVerification view={view} reference={typeof reference === "string" ? reference : undefined} />
        <RoundCriteria round={view.round} />
        {(await canObject(view.round)) && (
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

async function RoundHeader({ view }: { view: PublicRound }) {
  const { round, state, draw, entries, result, withdrawn } = view;
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

async function RoundCriteria({ round }: { round: Round }) {
  const [t, locale, { longDay }] = await Promise.all([
    getTranslations("round.criteria"),
    getLocale(),
    getDateFormats(),
  ]);
  const criteria = round.criteria.filter(({ source }) => source !== "shares");
  if (criteria.length === 0) return null;
  const since = await getRetentionStart(round, new Date());
  const keptText = since ? t("keptSince", { day: longDay(since) }) : t("keptAll");
  return (
    <div className="mt-8">
      <Disclosure icon={listOrdered} summary={t("title")} summaryEnd={t("count", { count: criteria.length })}>
        <DescriptionList
          rows={criteria.map(({ code, points, source, counts, group, ...texts }) => ({
            label: texts[locale],
            value: [
              t("points", { points }),
              t(`sources.${source as "claimed"}`),
              ...(group ? [t("group")] : []),
              ...(counts === "asked_before" ? [keptText] : []),
            ].join(" · "),
          }))}
        />
      </Disclosure>
    </div>
  );
}
