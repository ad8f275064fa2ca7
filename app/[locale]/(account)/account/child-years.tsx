import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useCourseFacts } from "@/components/site/course-summary";
import type { SchoolYear } from "@/lib/catalogue/schema";
import type { State } from "@/lib/enrollment/states";
import type { FamilyChild } from "@/lib/family/account/queries";
import type { FamilyOverview } from "@/lib/family/renewal/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import type { Day } from "@/lib/platform/dates";

type Status = { title: ReactNode; text?: ReactNode; when?: "now" | "later" | undefined };
type YearItem = Status & { label: string };
type Props = { child: FamilyChild; family: FamilyOverview; today: Day };

export function useChildYears({ child, family, today }: Props): YearItem[] {
  const { previousYear, requestedYear, upcomingYear } = family;
  const t = useTranslations("account.family");
  const locale = useLocale();
  const requested = useRequestedYear(child, requestedYear?.id);
  const { student, current } = child;
  const previous = student?.previous;
  const names = current?.course?.name.text ?? "";
  const isElsewhere =
    current && current.schoolYearId !== requestedYear?.id && current.reference !== previous?.reference;
  const getLabel = ({ year, start_school_year: starts, end_school_year: ends }: SchoolYear) =>
    ends < today ? year : t(starts > today ? "nextYear" : "thisYear", { year });
  const getStatus = ({ state, names }: { state: State; names: string }): Status =>
    names
      ? { title: names, text: state !== "accepted" && t(`states.${state}`) }
      : { title: t(`states.${state}`) };
  return [
    ...(isElsewhere ? [{ label: current.schoolYear.year, ...getStatus({ ...current, names }) }] : []),
    ...(previousYear && previous ? [{ label: getLabel(previousYear), ...getStatus(previous) }] : []),
    ...(requestedYear && requested ? [{ label: getLabel(requestedYear), ...requested }] : []),
    ...(!requestedYear && upcomingYear && student
      ? [
          {
            label: getLabel(upcomingYear),
            when: "later" as const,
            title: t("from", addElision({ day: formatDay(upcomingYear.start_enrollment, locale) })),
          },
        ]
      : []),
  ];
}

/** The requested year: its request, the expected course, or nothing yet. */
function useRequestedYear({ student, current }: FamilyChild, yearId: number | undefined): Status | undefined {
  const t = useTranslations("account.family");
  const facts = useCourseFacts(current?.course);
  const [weekly] = useCourseFacts({ weekly: student?.next?.weekly });
  if (current && current.schoolYearId === yearId) {
    const { course, state } = current;
    return {
      title: course?.name.text || t(`states.${state}`),
      text: facts.join(" · "),
      when: state === "accepted" ? undefined : "now",
    };
  }
  if (!student) return;
  const { next, isLeaving, previous } = student;
  if (isLeaving) return { when: "later", title: t("leaves") };
  if (next) return { when: "now", title: next.names, text: weekly };
  const isOpen = previous?.state === "accepted";
  return {
    when: "later",
    title: t(isOpen ? "toChoose" : "nothing"),
    text: isOpen && t("toChooseText"),
  };
}

export const ChildYears = ({ years }: { years: YearItem[] }) => (
  <ol className="timeline timeline-across">
    {years.map(({ label, title, text, when }) => (
      <li key={label} data-when={when}>
        <span>{label}</span>
        <b>{title}</b>
        {text && <span className="block">{text}</span>}
      </li>
    ))}
  </ol>
);
