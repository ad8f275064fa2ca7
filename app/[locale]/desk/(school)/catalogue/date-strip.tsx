import { useFormatter, useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { type Day, toDate } from "@/lib/platform/dates";

type Dates = Pick<
  SchoolYear,
  "start_enrollment" | "end_enrollment" | "start_school_year" | "end_school_year"
>;

const DAY_MS = 86_400_000;

/** Enrollment and classes on a time axis, with dates as text. */
export function DateStrip({ year, today }: { year: Dates; today: Day }) {
  const { longDay } = useDateFormats();
  const t = useTranslations("desk.catalogue");
  const { start_enrollment, end_enrollment, start_school_year, end_school_year } = year;
  const from = longDay(start_enrollment);
  const periods = [
    {
      title: t("strip.enrollment"),
      days: end_enrollment ? t("fromTo", { from, to: longDay(end_enrollment) }) : t("openEnd", { from }),
      from: start_enrollment,
      to: end_enrollment ?? end_school_year,
      className: "fill-accent",
    },
    {
      title: t("strip.classes"),
      days: t("fromTo", { from: longDay(start_school_year), to: longDay(end_school_year) }),
      from: start_school_year,
      to: end_school_year,
      className: "fill-soft",
    },
  ];
  const months = listMonths(periods);
  return (
    <div className="py-4">
      {periods.map((line) => (
        <PeriodRow key={line.title} {...line} months={months} today={today} />
      ))}
      <Months months={months} />
    </div>
  );
}

type PeriodProps = {
  title: string;
  days: string;
  from: Day;
  to: Day;
  className: string;
  months: Day[];
  today: Day;
};

function PeriodRow({ title, days, from, to, className, months, today }: PeriodProps) {
  const getX = createScale(months);
  const now = getX(today);
  const toLine = (day: Day) => ({ x1: percent(getX(day)), x2: percent(getX(day)), y1: 0, y2: 40 });
  return (
    <div className={ROW}>
      <p className="text-small">
        <strong className="block">{title}</strong>
        <span className="text-muted">{days}</span>
      </p>
      <svg className="h-10 w-full" aria-hidden="true">
        {months.map((month) => (
          <line key={month} {...toLine(month)} className="stroke-hairline" />
        ))}
        <rect
          x={percent(getX(from))}
          width={percent(getX(to) - getX(from))}
          y="10"
          height="20"
          rx="3"
          className={className}
        />
        {now > 0 && now < 1 && <line {...toLine(today)} strokeWidth="2" className="stroke-ink" />}
      </svg>
    </div>
  );
}

function Months({ months }: { months: Day[] }) {
  const format = useFormatter();
  const getX = createScale(months);
  return (
    <div className={ROW}>
      <svg className="h-5 w-full text-fine sm:col-start-2" aria-hidden="true">
        {months
          .slice(0, -1)
          .filter((_, index) => index % 3 === 0)
          .map((month) => (
            <text key={month} x={percent(getX(month))} y="14" className="fill-muted">
              {format.dateTime(toDate(month), { month: "short", timeZone: "UTC" })}
            </text>
          ))}
      </svg>
    </div>
  );
}

const ROW = "mb-3 gap-x-6 sm:grid sm:grid-cols-[15rem_1fr]";

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/** First days of the months, with the one after the last. */
function listMonths(periods: { from: Day; to: Day }[]): Day[] {
  const toMonthNumber = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const first = Math.min(...periods.map(({ from }) => toMonthNumber(from)));
  const last = Math.max(...periods.map(({ to }) => toMonthNumber(to))) + 1;
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const month = first + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
  });
}

/** Position between 0 and 1. */
function createScale(months: Day[]) {
  const [first, last] = [months[0] as Day, months.at(-1) as Day].map((day) => toDate(day).getTime());
  const days = ((last as number) - (first as number)) / DAY_MS || 1;
  return (day: Day) => (toDate(day).getTime() - (first as number)) / DAY_MS / days;
}
