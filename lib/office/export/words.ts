import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { createAnswerLabels } from "@/lib/office/answer-words";
import type { EnrollmentRow } from "@/lib/office/lines";
import type { ExportColumn } from "./columns";

export type ExportLabels = ReturnType<typeof createExportLabels>;

/** The file as people read it: what its columns are called, and what their codes mean. */
export function createExportLabels(locale: Locale) {
  const t = getTranslator(locale);
  const answers = createAnswerLabels(locale, { specialities: [], syllabi: [] }); // lines have their names

  function label({ name, field }: ExportColumn): string {
    const key = `desk.exports.columns.${name}`;
    if (t.has(key as "desk.exports.columns.reference")) return t(key as "desk.exports.columns.reference");
    return field ? answers.label(field) : name;
  }

  function say(column: ExportColumn, line: EnrollmentRow): string {
    const value = column.value(line);
    if (value === null || value === undefined) return "";
    if (column.kind === "state") return t(`desk.list.values.state.${value as EnrollmentRow["state"]}`);
    if (column.kind === "source") return t(`desk.list.values.source.${value as EnrollmentRow["source"]}`);
    if (column.kind === "reason") return line.decision?.reason?.[locale] ?? "";
    return column.field ? answers.say(column.field, value) : String(value);
  }

  return {
    label,
    /** A column's heading: whose it is, where several people have one of this name. */
    heading: (column: ExportColumn) =>
      column.group === "student" || column.group === "guardian"
        ? `${t(`desk.exports.groups.${column.group}`)}: ${label(column)}`
        : label(column),
    say,
  };
}
