import { getLocale, getTranslations } from "next-intl/server";
import { Disclosure } from "@/components/ui/disclosure";
import { listOrdered } from "@/components/ui/icons/paths";
import { DescriptionList } from "@/components/ui/section";
import { getRetentionStart } from "@/lib/admission/queries";
import type { Round } from "@/lib/admission/round";
import type { Locale } from "@/lib/i18n/locales";
import { toDate } from "@/lib/platform/dates";

export async function RoundCriteria({ round, day }: { round: Round; day: (date: Date) => string }) {
  const [t, locale] = await Promise.all([getTranslations("round.criteria"), getLocale() as Promise<Locale>]);
  const counting = round.criteria.filter(({ source }) => source !== "shares");
  if (counting.length === 0) return null;
  const since = await getRetentionStart(round, new Date());
  const kept = since ? t("keptSince", { day: day(toDate(since)) }) : t("keptAll");
  return (
    <div className="mt-8">
      <Disclosure icon={listOrdered} summary={t("title")} news={t("count", { count: counting.length })}>
        <DescriptionList
          rows={counting.map(({ code, points, source, counts, group, ...words }) => ({
            label: words[locale],
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
