import type { useTranslations } from "next-intl";
import type { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { formatEuros } from "@/lib/catalogue/course-price";
import type { ListRow } from "@/lib/desk/list/queries";
import type { EnrollmentRow } from "@/lib/desk/rows/queries";
import type { Locale } from "@/lib/i18n/locales";
import type { CellContext, ListColumn } from "./columns";

export type CellTexts = CellContext & {
  t: ReturnType<typeof useTranslations<"desk.list">>;
  dates: ReturnType<typeof useDateFormats>;
  locale: Locale;
  erasedName: string;
};

export function getCellText(column: ListColumn, row: ListRow, texts: CellTexts): string {
  const { t, locale } = texts;
  const { decision } = row;
  switch (column) {
    case "rank":
    case "points":
    case "age":
      return String(row[column] ?? "–");
    case "year":
      return row.schoolYear.year;
    case "place":
      return formatPlace(row);
    case "fee":
      return row.price ? formatEuros(row.price.month, locale) : "–";
    case "state":
      return row.decidedState;
    case "missing":
      return row.missing.map((missingField) => t(`values.missing.${missingField}`)).join(", ");
    case "reason":
      return decision?.reason?.[locale] ?? "–";
    case "keeps":
      return row.keepsPlaceAt ? t("keeps") : "–";
    case "decided":
      return formatInstant(decision?.decidedAt, texts);
    case "told":
      return formatInstant(decision?.status === "told" ? decision.settledAt : null, texts);
    case "sent":
      return formatInstant(row.createdAt, texts);
    case "due":
      return formatDueDate(row, texts);
  }
}

/** The assigned place, else the waiting place, else the first choice that is made. */
export function formatPlace({ assignedPlace, waitingPlace, answers }: EnrollmentRow): string {
  const formatNames = (...names: unknown[]) => names.filter(Boolean).join(" · ");
  const place = assignedPlace ?? waitingPlace;
  if (place) return formatNames(place.speciality, place.syllabus);
  const choices = ([1, 2, 3] as const).map((option) =>
    formatNames(answers[`student_speciality_option${option}`], answers[`student_syllabi_option${option}`]),
  );
  return choices.find((text) => text !== "") ?? "–";
}

const DAY_MS = 24 * 3600 * 1000;

function formatInstant(at: Date | null | undefined, { dates }: CellTexts): string {
  if (!at) return "–";
  // Old dates show the year.
  const isOld = Date.now() - at.getTime() > 300 * DAY_MS;
  return isOld ? dates.mediumDate(at) : dates.shortDate(at);
}

/** The family waits for a decision with a promised day. */
const isAwaited = ({ state, decidedState }: ListRow) => state === "pending" && decidedState === state;

/** The promised day; "late" and "today" as text, not only as colour. */
function formatDueDate(row: ListRow, { t, dates, today }: CellTexts): string {
  if (!isAwaited(row)) return "–";
  const { answerBy: day } = row;
  const dayText = dates.shortDay(day);
  return day < today ? t("late", { day: dayText }) : day === today ? t("dueToday") : dayText;
}

/** Undefined if not near, or if nobody waits. */
export const getDueStatus = (row: ListRow, today: string): "late" | "today" | undefined =>
  !isAwaited(row) || row.answerBy > today ? undefined : row.answerBy < today ? "late" : "today";

/** The first guardian or the student, with telephone and town. */
export function formatContact({ student }: EnrollmentRow): string {
  const guardian = student.guardians.find(({ position }) => position === 1)?.guardian;
  const { phone, phoneCountryCode, city } = guardian ?? student;
  const phoneText = phone && [phoneCountryCode, phone].filter(Boolean).join(" ");
  const name = [guardian?.name, guardian?.surname].filter(Boolean).join(" ");
  return [name, phoneText, city].filter(Boolean).join(" · ");
}
