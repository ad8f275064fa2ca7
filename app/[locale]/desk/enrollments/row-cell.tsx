import { useFormatter, useLocale, useTranslations } from "next-intl";
import { stateLooks } from "@/components/site/state-look";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { states } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import type { ListRow } from "@/lib/office/list";
import { dateOf } from "@/lib/platform/dates";
import type { Cells, Column } from "./columns";

type Props = Cells & { column: Column; row: ListRow };

/** What a column says of a row. */
export function RowCell({ column, row, timeZone, today }: Props) {
  const t = useTranslations("desk.list");
  const locale = useLocale() as Locale;
  const { decision, decidedState, state } = row;
  switch (column) {
    case "rank":
      return row.rank ?? "–";
    case "points":
      return row.points ?? "–";
    case "age":
      return row.age ?? "–";
    case "year":
      return row.schoolYear.year;
    case "place":
      return <Place row={row} />;
    case "state":
      return <Standing row={row} />;
    case "missing":
      return (
        <span className="text-wait">{row.missing.map((one) => t(`values.missing.${one}`)).join(", ")}</span>
      );
    case "reason":
      return decision?.reason?.[locale] ?? "–";
    case "keeps":
      return row.keepsPlaceAt ? t("keeps") : "–";
    case "decided":
      return <Moment at={decision?.decidedAt} timeZone={timeZone} />;
    case "told":
      return <Moment at={decision?.status === "told" ? decision.settledAt : null} timeZone={timeZone} />;
    case "sent":
      return <Moment at={row.createdAt} timeZone={timeZone} />;
    case "due":
      return state === "pending" && decidedState === state ? <Due day={row.answerBy} today={today} /> : "–";
  }
}

/** The place that was given or is waited for; until then what is wished first. */
function Place({ row: { given, waits, answers } }: Pick<Props, "row">) {
  const wish = {
    speciality: answers.student_speciality_option1 as string | undefined,
    syllabus: answers.student_syllabi_option1 as string | undefined,
  };
  const { speciality, syllabus } = given ?? waits ?? wish;
  return (
    <span className="block max-w-52 md:truncate [.with-pane_&]:max-w-40">
      {[speciality, syllabus].filter(Boolean).join(" · ") || "–"}
    </span>
  );
}

/** How it stands, and whether the family knows. */
function Standing({ row: { decidedState, state, decision } }: Pick<Props, "row">) {
  const t = useTranslations("desk");
  const { tone, icon } = stateLooks[states[decidedState].look];
  const untold = decidedState !== state;
  return (
    <>
      <Chip tone={tone} icon={icon} bare>
        {t(`states.${decidedState}`)}
      </Chip>
      {untold && decision && <span className="text-muted"> · {t("list.untold")}</span>}
    </>
  );
}

const SHORT = { day: "numeric", month: "short" } as const;
const DAY_MS = 24 * 3600 * 1000;

function Moment({ at, timeZone }: { at: Date | null | undefined; timeZone: string }) {
  const format = useFormatter();
  if (!at) return "–";
  // Of a day long ago the year is what matters.
  const isOld = Date.now() - at.getTime() > 300 * DAY_MS;
  return format.dateTime(at, isOld ? { dateStyle: "medium", timeZone } : { ...SHORT, timeZone });
}

/** The day that the family was promised: late and today in words, not by colour alone. */
function Due({ day, today }: { day: string; today: string }) {
  const t = useTranslations("desk.list");
  const format = useFormatter();
  const words = format.dateTime(dateOf(day), { ...SHORT, timeZone: "UTC" });
  return (
    <span className={cn(day < today && "font-semibold text-danger", day === today && "text-wait")}>
      {day < today ? t("late", { day: words }) : day === today ? t("dueToday") : words}
    </span>
  );
}
