import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { SchoolYear } from "@/lib/catalogue/schema";
import type { FamilyEnrollment, FamilyStudent, FamilyYears } from "@/lib/family/renewal/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import type { Day } from "@/lib/platform/dates";

type Props = { student: FamilyStudent; years: FamilyYears; today: Day };

/** Year by year: what a student has, and what comes. */
export function StudentYears({ student, years, today }: Props) {
  const t = useTranslations("account.family");
  const locale = useLocale() as Locale;
  const { before, asked, later } = years;
  return (
    <ol className="timeline timeline-across">
      {before && student.before && <Year label={labelOf(before, today, t)} {...saidOf(student.before, t)} />}
      {asked && <Asked student={student} label={labelOf(asked, today, t)} />}
      {!asked && later && (
        <Year
          when="later"
          label={labelOf(later, today, t)}
          what={t("from", addElision({ day: formatDay(later.start_enrollment, locale) }))}
        />
      )}
    </ol>
  );
}

/** The year that is asked about: what was sent for it, what would follow, or that nothing is there yet. */
function Asked({ student, label }: { student: FamilyStudent; label: string }) {
  const t = useTranslations("account.family");
  const hours = useTranslations("wizard.syllabus");
  const format = useFormatter();
  const { asked, next, leaves, before } = student;
  if (asked)
    return <Year label={label} {...saidOf(asked, t)} when={asked.state === "accepted" ? undefined : "now"} />;
  if (leaves) return <Year when="later" label={label} what={t("leaves")} />;
  if (next) {
    const weekly = next.weeklyMinutes && format.number(next.weeklyMinutes / 60, { maximumFractionDigits: 2 });
    return (
      <Year when="now" label={label} what={next.names} text={weekly && hours("hours", { hours: weekly })} />
    );
  }
  const open = before?.state === "accepted";
  return (
    <Year
      when="later"
      label={label}
      what={t(open ? "toChoose" : "nothing")}
      text={open && t("toChooseText")}
    />
  );
}

type Said = { what: ReactNode; text?: ReactNode };

type Translate = ReturnType<typeof useTranslations<"account.family">>;

/** A request as its family knows it. */
function saidOf({ state, names, rank }: FamilyEnrollment, t: Translate): Said {
  if (state === "accepted") return { what: names || t("states.accepted") };
  if (state !== "waiting")
    return names ? { what: names, text: t(`states.${state}`) } : { what: t(`states.${state}`) };
  return {
    what: rank === undefined ? t("onList", { names }) : t("rank", { rank, names }),
    text: t("onListText"),
  };
}

const Year = ({ label, what, text, when }: Said & { label: string; when?: "now" | "later" }) => (
  <li data-when={when}>
    <span>{label}</span>
    <b>{what}</b>
    {text && <span className="block">{text}</span>}
  </li>
);

function labelOf(
  { year, start_school_year: starts, end_school_year: ends }: SchoolYear,
  today: Day,
  t: Translate,
): string {
  if (ends < today) return year;
  return t(starts > today ? "nextYear" : "thisYear", { year });
}
