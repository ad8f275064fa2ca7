import { getLocale, getTranslations } from "next-intl/server";
import { DescriptionList, Section } from "@/components/ui/section";
import type { OwnRound } from "@/lib/family/round/queries";
import type { Locale } from "@/lib/i18n/locales";

type Props = { own: OwnRound };

/** Every criterion for the acting guardian; only the total for others. */
export async function ScoreBreakdown({ own, entry }: Props & { entry: NonNullable<OwnRound["entry"]> }) {
  if (entry.total === undefined) return null;
  const [t, locale] = await Promise.all([getTranslations("account.points"), getLocale() as Promise<Locale>]);
  return (
    <Section title={t("points")} id="points">
      <dl className="sum max-w-column">
        {entry.lines.map(({ criterion, points }) => (
          <div key={criterion.code}>
            <dt>{criterion[locale]}</dt>
            <dd>{t("worth", { points })}</dd>
          </div>
        ))}
        <div>
          <dt>{t("total")}</dt>
          <dd>{entry.total}</dd>
        </div>
      </dl>
      {own.isSender && isErased(entry) && <p className="text-muted">{t("erased")}</p>}
      {own.isSender && entry.total === 0 && entry.lines.length === 0 && (
        <p className="text-muted">{t("noLines")}</p>
      )}
    </Section>
  );
}

/** Criteria on health or income are deleted after the round; the total stays. */
const isErased = ({ lines, total }: NonNullable<OwnRound["entry"]>) =>
  total !== undefined && lines.reduce((sum, { points }) => sum + points, 0) < total;

/** The draw number and the published entry. */
export async function DrawSummary({ own: { entry, result } }: Props) {
  const t = await getTranslations("account.points");
  const list = await getTranslations("round");
  if (!entry?.drawn) return null;
  const { own, count, isProvisional } = result ?? {};
  const rank = own?.line.gone
    ? list("gone")
    : own?.line.rank
      ? list("rank", { rank: own.line.rank })
      : list("none");
  return (
    <Section title={own ? list(isProvisional ? "provisional" : "final") : list("phases.drawn")} id="place">
      {isProvisional && <p className="my-4 max-w-measure font-semibold">{t("provisional")}</p>}
      <DescriptionList
        rows={[
          ...(own
            ? [
                { label: list("columns.place"), value: own.place || rank },
                {
                  label: list("columns.order"),
                  value: list("own.position", { at: own.at, count: count ?? 0 }),
                },
                { label: list("own.draw"), value: list("own.within", own.withinPoints) },
              ]
            : []),
          { label: t("number"), value: <span className="font-mono text-small">{entry.drawn}</span> },
        ]}
      />
    </Section>
  );
}
