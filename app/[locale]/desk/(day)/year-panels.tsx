import { useFormatter, useTranslations } from "next-intl";
import { DayChart } from "@/components/ui/charts/day-chart";
import { PlacesBar } from "@/components/ui/charts/places-bar";
import { Section } from "@/components/ui/section";
import type { YearOverview } from "@/lib/desk/dashboard/queries";
import { getListUrl } from "@/lib/desk/list/filters";
import type { NamedPlaceCounts } from "@/lib/desk/places/queries";
import { Link } from "@/lib/i18n/navigation";
import { toDate } from "@/lib/platform/dates";

type Props = { year: { id: number; year: string }; stands: YearOverview };

/** The fullest places of the year (desk 33). */
export function PlacesPanel({ year, stands }: Props) {
  const t = useTranslations("desk.day");
  const { fullest, freeWithWaiting } = stands;
  if (fullest.length === 0) return null;
  return (
    <Section
      title={t("fullest", { year: year.year })}
      className="min-w-0"
      act={<Link href={`/desk/places?year=${year.id}`}>{t("allPlaces")}</Link>}
    >
      <Seats places={fullest} />
      {freeWithWaiting.length > 0 && (
        <p className="mt-3 text-small">
          <Link href={`/desk/waiting-list?year=${year.id}`}>
            {t("freeAndWaited", { places: freeWithWaiting.map(({ name }) => name).join(", ") })}
          </Link>
        </p>
      )}
    </Section>
  );
}

function Seats({ places }: { places: NamedPlaceCounts[] }) {
  const t = useTranslations("desk.day");
  return (
    <ul className="mt-3 grid gap-3 text-small">
      {places.map(({ name, limit, told, decided, waiting }) => (
        <li key={name}>
          <p className="mb-1 flex justify-between gap-4">
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
            <span className="text-muted figures">{t("seats", { decided, limit: limit ?? 0, waiting })}</span>
          </p>
          <PlacesBar
            label={t("seatsInWords", { name, told, decided: decided - told, limit: limit ?? 0, waiting })}
            told={told}
            decided={decided - told}
            waiting={waiting}
            limit={limit ?? 0}
          />
        </li>
      ))}
    </ul>
  );
}

/** Requests per day; on a phone only the last days. */
export function RequestsPanel({ year, stands: { asked } }: Props) {
  const t = useTranslations("desk.day");
  const format = useFormatter();
  const short = (day: string) =>
    format.dateTime(toDate(day), { day: "numeric", month: "short", timeZone: "UTC" });
  if (asked.every(({ count }) => count === 0)) return null;
  const from = asked[0]?.day ?? "";
  return (
    <Section
      title={t("requests")}
      className="min-w-0 max-lg:order-last"
      act={<Link href={getListUrl({ filters: { year: year.id, from }, sort: "newest" })}>{t("asList")}</Link>}
    >
      <DayChart
        label={t("requestsInWords", {
          days: asked.map(({ day, count }) => `${short(day)}: ${count}`).join(", "),
        })}
        days={asked.map(({ day, count }) => ({ key: day, label: String(Number(day.slice(8))), count }))}
        lastRuns
      />
    </Section>
  );
}

/** Requests and decisions since yesterday. */
export function SincePanel({ stands: { news, deeds } }: Pick<Props, "stands">) {
  const t = useTranslations("desk.day");
  const counts = useTranslations("decisions.list");
  const people = [...new Set(deeds.map(({ who }) => who))];
  const shown = (["sent", "accounts", "kept", "withdrawn"] as const).filter((what) => news[what] > 0);
  if (shown.length + people.length === 0) return null;
  return (
    <Section title={t("since")} className="min-w-0">
      {shown.length > 0 && (
        <dl className="stat-line mt-3">
          {shown.map((what) => (
            <div key={what}>
              <dt>{t(`news.${what}`, { count: news[what] })}</dt>
              <dd>{news[what]}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="mt-4 text-small">
        {people.map((who) => (
          <li key={who}>
            <bdi className="font-semibold">{who}</bdi>:{" "}
            {deeds
              .filter((deed) => deed.who === who)
              .map(({ state, count }) => counts("countOf", { state, count }))
              .join(", ")}
          </li>
        ))}
      </ul>
    </Section>
  );
}
