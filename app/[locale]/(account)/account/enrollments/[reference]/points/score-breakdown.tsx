import { getLocale, getTranslations } from "next-intl/server";
import { RoundAnswer } from "@/components/site/round-answer";
import { DescriptionList, Section } from "@/components/ui/section";
import type { OwnRound } from "@/lib/family/round/queries";

type Props = { own: OwnRound };

/** Every criterion for the acting guardian; only the total for others. */
export async function ScoreBreakdown({ own, entry }: Props & { entry: NonNullable<OwnRound["entry"]> }) {
  if (entry.total === undefined) return null;
  const [t, locale] = await Promise.all([getTranslations("account.points"), getLocale()]);
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

/** The published answer and the draw number. */
export async function DrawSummary({ own: { entry, result } }: Props) {
  const [t, list] = await Promise.all([getTranslations("account.points"), getTranslations("round")]);
  if (!entry?.drawn) return null;
  const number = { label: t("number"), value: <code className="text-small">{entry.drawn}</code> };
  return (
    <Section title={list(result ? "own.title" : "phases.drawn")} id="place">
      {result ? <RoundAnswer {...result} rows={[number]} /> : <DescriptionList rows={[number]} />}
    </Section>
  );
}
