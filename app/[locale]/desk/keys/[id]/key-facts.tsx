import { useFormatter, useTranslations } from "next-intl";
import { DayChart } from "@/components/ui/day-chart";
import { Facts, Sheet } from "@/components/ui/section";
import type { ShownKey } from "@/lib/office/keys/show";
import { dateOf } from "@/lib/platform/dates";
import { scopeKey, Until } from "../key-table";

type Props = { of: ShownKey; instant: (date: Date) => string };

/** What is known of a key, and what it did: the last fourteen of its thirty days are drawn. */
export function KeyFacts({ of: key, instant }: Props) {
  const t = useTranslations("desk.keys");
  const format = useFormatter();
  const shown = key.days.slice(-14).map(({ day, calls }) => ({
    key: day,
    label: String(Number(day.slice(8))),
    count: calls,
  }));
  const said = shown.map(({ key, count }) => {
    const day = format.dateTime(dateOf(key), { day: "numeric", month: "long", timeZone: "UTC" });
    return `${day}: ${count}`;
  });
  return (
    <div className="grid gap-x-12 lg:grid-cols-2">
      <Sheet id="about" title={t("about")}>
        <Facts
          rows={[
            { label: t("begins"), value: <code className="font-mono">{key.prefix}…</code> },
            {
              label: t("columns.may"),
              value: key.scopes.map((scope) => t(`scopes.${scopeKey(scope)}`)).join(", "),
            },
            { label: t("contact"), value: key.contact ?? t("contactSchool") },
            { label: t("columns.until"), value: <Until of={key} /> },
            { label: t("made"), value: instant(key.createdAt) },
            ...(key.revokedAt ? [{ label: t("states.revoked"), value: instant(key.revokedAt) }] : []),
            { label: t("columns.used"), value: key.lastUsedAt ? instant(key.lastUsedAt) : t("never") },
          ]}
        />
      </Sheet>
      <Sheet id="usage" title={t("columns.month")}>
        <p className="mt-3 mb-3">{t("usage", key.usage)}</p>
        {key.usage.calls > 0 && (
          <DayChart label={t("chart", { days: said.join(", ") })} days={shown} lastRuns />
        )}
      </Sheet>
    </div>
  );
}
