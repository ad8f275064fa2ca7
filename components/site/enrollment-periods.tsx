import { useLocale, useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icons/icon";
import { calendar, circleCheck } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { getEnrollmentWindow } from "@/lib/enrollment/rules";
import { addElision, formatDay } from "@/lib/i18n/format";
import type { Day } from "@/lib/platform/dates";

type Props = { years: SchoolYear[]; today: Day };

/** When enrollment is open, and when classes are, per school year. */
export function EnrollmentPeriods(props: Props) {
  const t = useTranslations("home");
  if (props.years.length === 0) return null;
  return (
    <Section title={t("yearsTitle")}>
      <ul className="divide-y divide-hairline">
        <Years {...props} />
      </ul>
    </Section>
  );
}

/** The same, horizontally. */
export function EnrollmentPeriodStrip(props: Props) {
  const t = useTranslations("home");
  if (props.years.length === 0) return null;
  return (
    <section className="border-b border-hairline bg-surface">
      <h2 className="sr-only">{t("yearsTitle")}</h2>
      <ul className="wrap grid divide-hairline max-md:divide-y md:grid-cols-2 md:gap-x-10">
        <Years {...props} />
      </ul>
    </section>
  );
}

function Years({ years, today }: Props) {
  const t = useTranslations("home");
  const locale = useLocale();
  const day = (date: Day) => formatDay(date, locale);
  return years.map((year) => (
    <li key={year.id} className="flex gap-4 py-5">
      {getEnrollmentWindow(year, today) === "open" ? (
        <Icon d={circleCheck} className="mt-0.5 size-7 text-accent" />
      ) : (
        <Icon d={calendar} className="mt-0.5 size-7 text-muted" />
      )}
      <div>
        <h3>{t("year", { year: year.year })}</h3>
        <p className="font-semibold">{formatPeriod(year, today, t, day)}</p>
        <p className="text-small text-muted">
          {t("classes", addElision({ from: day(year.start_school_year), until: day(year.end_school_year) }))}
        </p>
      </div>
    </li>
  ));
}

type Translate = ReturnType<typeof useTranslations<"home">>;

function formatPeriod(year: SchoolYear, today: Day, t: Translate, day: (date: Day) => string): string {
  const { start_enrollment: from, end_enrollment } = year;
  const until = end_enrollment ?? year.end_school_year;
  switch (getEnrollmentWindow(year, today)) {
    case "not-yet":
      return t("notYet", addElision({ from: day(from) }));
    case "over":
      return t("over", addElision({ until: day(until) }));
    case "open":
      return end_enrollment
        ? t("openUntil", addElision({ until: day(until) }))
        : t("open", addElision({ from: day(from) }));
  }
}
