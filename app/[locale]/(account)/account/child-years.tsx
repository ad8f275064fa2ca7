import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useCourseFacts } from "@/components/site/requested";
import type { SchoolYear } from "@/lib/catalogue/schema";
import type { State } from "@/lib/enrollment/states";
import type { FamilyChild } from "@/lib/family/account/queries";
import type { FamilyOverview } from "@/lib/family/renewal/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import type { Day } from "@/lib/platform/dates";

type Said = { what: ReactNode; text?: ReactNode; when?: "now" | "later" | undefined };
type YearMoment = Said & { label: string };
type Props = { child: FamilyChild; years: FamilyOverview; today: Day };

/** Previous year, requested year and next year. */
export function useChildYears({ child, years: { before, asked, later }, today }: Props): YearMoment[] {
  const t = useTranslations("account.family");
  const locale = useLocale();
  const askedFor = useRequestedYear(child, asked?.id);
  const { student, current } = child;
  const isElsewhere =
    current && current.schoolYearId !== asked?.id && current.reference !== student?.before?.reference;
  const labelOf = ({ year, start_school_year: starts, end_school_year: ends }: SchoolYear) =>
    ends < today ? year : t(starts > today ? "nextYear" : "thisYear", { year });
  const saidOf = ({ state, names }: { state: State; names: string }): Said =>
    names
      ? { what: names, text: state !== "accepted" && t(`states.${state}`) }
      : { what: t(`states.${state}`) };
  return [
    ...(isElsewhere
      ? [
          {
            label: current.schoolYear.year,
            ...saidOf({ ...current, names: current.course?.name.text ?? "" }),
          },
        ]
      : []),
    ...(before && student?.before ? [{ label: labelOf(before), ...saidOf(student.before) }] : []),
    ...(asked && askedFor ? [{ label: labelOf(asked), ...askedFor }] : []),
    ...(!asked && later && student
      ? [
          {
            label: labelOf(later),
            when: "later" as const,
            what: t("from", addElision({ day: formatDay(later.start_enrollment, locale) })),
          },
        ]
      : []),
  ];
}

/** The requested year: its request, the expected course, or nothing yet. */
function useRequestedYear({ student, current }: FamilyChild, askedId: number | undefined): Said | undefined {
  const t = useTranslations("account.family");
  const facts = useCourseFacts(current?.course);
  const [weekly] = useCourseFacts({ minutes: student?.next?.weeklyMinutes });
  if (current && current.schoolYearId === askedId) {
    const { course, state } = current;
    return {
      what: course?.name.text || t(`states.${state}`),
      text: facts.join(" · "),
      when: state === "accepted" ? undefined : "now",
    };
  }
  if (!student) return;
  const { next, leaves, before } = student;
  if (leaves) return { when: "later", what: t("leaves") };
  if (next) return { when: "now", what: next.names, text: weekly };
  const isOpen = before?.state === "accepted";
  return {
    when: "later",
    what: t(isOpen ? "toChoose" : "nothing"),
    text: isOpen && t("toChooseText"),
  };
}

export const ChildYears = ({ moments }: { moments: YearMoment[] }) => (
  <ol className="timeline timeline-across">
    {moments.map(({ label, what, text, when }) => (
      <li key={label} data-when={when}>
        <span>{label}</span>
        <b>{what}</b>
        {text && <span className="block">{text}</span>}
      </li>
    ))}
  </ol>
);
