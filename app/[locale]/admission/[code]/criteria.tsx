import { getLocale, getTranslations } from "next-intl/server";
import { Fold } from "@/components/ui/fold";
import { listOrdered } from "@/components/ui/icons";
import { Facts } from "@/components/ui/section";
import type { Criterion } from "@/lib/admission/round";
import type { Locale } from "@/lib/i18n/locales";

/** What counts points in a round, and who says so. */
export async function Criteria({ criteria }: { criteria: Criterion[] }) {
  const [t, locale] = await Promise.all([getTranslations("round.criteria"), getLocale() as Promise<Locale>]);
  const counting = criteria.filter(({ source }) => source !== "shares");
  if (counting.length === 0) return null;
  return (
    <div className="mt-8">
      <Fold icon={listOrdered} summary={t("title")} news={t("count", { count: counting.length })}>
        <Facts
          rows={counting.map(({ code, points, source, group, ...words }) => ({
            label: words[locale],
            value: [
              t("points", { points }),
              t(`sources.${source as "claimed"}`),
              ...(group ? [t("group")] : []),
            ].join(" · "),
          }))}
        />
      </Fold>
    </div>
  );
}
