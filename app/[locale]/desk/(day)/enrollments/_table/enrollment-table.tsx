import { useLocale, useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { StateBadge } from "@/components/desk/enrollment/state-badge";
import { DataTable } from "@/components/ui/data-table";
import { type Filters, getEnrollmentUrl } from "@/lib/desk/list/filters";
import type { ListRow } from "@/lib/desk/list/queries";
import { stateNames } from "@/lib/enrollment/states";
import { toLocalizedPath } from "@/lib/i18n/locales";
import { type CellTexts, formatContact, getCellText, getDueStatus } from "./cell-text";
import { type CellContext, getColumns, type ListColumn, numericColumns } from "./columns";
import { EnrollmentRows, type ListRowData } from "./enrollment-rows";
import { PageCheckbox } from "./row-selection";

type Props = CellContext & {
  rows: ListRow[];
  filters: Filters;
  /** Whether rows can be selected. */
  canSelect: boolean;
  /** Query of the list. */
  list: string;
  /** The reference of the open enrollment. */
  open: string | undefined;
  /** In search results rows link to the student. */
  isSearch: boolean;
};

/** About 25 rows per screen; cards on a phone. */
export function EnrollmentTable({ rows, filters, canSelect, list, open, isSearch, ...context }: Props) {
  const t = useTranslations("desk.list");
  const erasedName = useTranslations("desk.enrollment.erased")("name");
  const texts: CellTexts = { ...context, t, dates: useDateFormats(), locale: useLocale(), erasedName };
  const keys = getColumns(filters, {
    ...context,
    withPane: open !== undefined,
    points: rows.some((row) => row.points !== undefined),
  });
  const columns = keys.map((key) => ({
    key,
    label: t(`columns.${key}`),
    number: numericColumns.includes(key),
  }));
  return (
    <DataTable
      dense
      caption={t("caption")}
      columns={[
        ...(canSelect
          ? [{ key: "pick", label: <PageCheckbox label={t("columns.pick")} />, className: "print:hidden" }]
          : []),
        { key: "student", label: t("columns.student") },
        ...columns,
      ]}
    >
      <EnrollmentRows
        columns={columns}
        rows={rows.map((row) => toRow(row, keys, { canSelect, list, isSearch }, texts))}
        badges={Object.fromEntries(
          stateNames.map((state) => [state, <StateBadge key={state} state={state} bare />]),
        )}
        untold={t("untold")}
        open={open}
      />
    </DataTable>
  );
}

function toRow(
  row: ListRow,
  columns: ListColumn[],
  { canSelect, list, isSearch }: Pick<Props, "canSelect" | "list" | "isSearch">,
  texts: CellTexts,
): ListRowData {
  const { student, reference, labels, decision } = row;
  const name = [student.surname, student.name].filter(Boolean).join(", ") || texts.erasedName;
  return {
    reference,
    href: toLocalizedPath(texts.locale, getEnrollmentUrl(reference, list)),
    name,
    labels: labels.map(({ label }) => label.name),
    match: row.match && texts.t(`found.${row.match.in}`, { text: row.match.text }),
    person: isSearch
      ? { href: toLocalizedPath(texts.locale, `/desk/people/${student.id}`), text: texts.t("everything") }
      : undefined,
    contact: formatContact(row),
    checkboxLabel: canSelect ? texts.t("pick", { name }) : undefined,
    cells: columns.map((column) => getCellText(column, row, texts)),
    isUnnotified: decision?.status === "untold",
    due: getDueStatus(row, texts.today),
  };
}
