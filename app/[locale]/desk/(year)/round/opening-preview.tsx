import { getLocale, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { LinkButton } from "@/components/site/link-button";
import { DescriptionList, Section } from "@/components/ui/section";
import { listRoundLimits } from "@/lib/admission/draw/queries";
import { roundDays } from "@/lib/admission/plan/round-changes";
import { createPlaceNamer, isSamePlace } from "@/lib/decisions/place";
import { toDay } from "@/lib/platform/dates";
import { RoundStepForm } from "./_forms/round-step-form";
import type { RoundProps } from "./page";

/** What becomes public when the round opens (admission 1). */
export async function OpeningPreview(props: RoundProps) {
  const { round, year } = props;
  const [t, tPlan, locale, { longDay }, { limits, leftOut }, toName] = await Promise.all([
    getTranslations("desk.round.opening"),
    getTranslations("desk.round.plan"),
    getLocale(),
    getDateFormats(),
    listRoundLimits(year, round.id),
    createPlaceNamer(year),
  ]);
  const includedLimits = limits.filter((limit) => !leftOut.some((place) => isSamePlace(place, limit)));
  const places = includedLimits.map((limit) => `${toName(limit)} (${limit.places})`).join(" · ");
  return (
    <Section title={t("title")} id="opening">
      <p className="my-4 max-w-measure">{t("lead")}</p>
      <DescriptionList
        rows={[
          { label: tPlan("name"), value: round.name },
          { label: t("address"), value: `/admission/${round.code}` },
          ...roundDays.map((name) => ({
            label: tPlan(`days.${name}`),
            value: round[name] ? longDay(toDay(round[name])) : t("noDay"),
          })),
          ...round.criteria.map((criterion) => ({
            label: criterion[locale],
            value: criterion.source === "shares" ? t("shares") : t("points", { points: criterion.points }),
          })),
          ...(round.criteria.length === 0 ? [{ label: tPlan("criteria"), value: t("noCriteria") }] : []),
          { label: t("gives"), value: places || t("givesNothing") },
          ...(leftOut.length > 0
            ? [{ label: tPlan("leftOut"), value: leftOut.map(toName).join(" · ") }]
            : []),
        ]}
      />
      <div className="mt-6 grid justify-items-start gap-4">
        <RoundStepForm {...props} step="open" />
        <LinkButton variant="secondary" href={`/desk/round?year=${year}`}>
          {t("back")}
        </LinkButton>
      </div>
    </Section>
  );
}
