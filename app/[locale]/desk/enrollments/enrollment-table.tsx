import { useFormatter, useLocale, useTranslations } from "next-intl";
import { stateLooks } from "@/components/site/state-look";
import { Chip } from "@/components/ui/chip";
import { DataTable } from "@/components/ui/data-table";
import { stateNames, states } from "@/lib/enrollment/states";
import { type Locale, toLocalizedPath } from "@/lib/i18n/locales";
import { type Filters, getEnrollmentUrl } from "@/lib/desk/list/filters";
import type { ListRow } from "@/lib/desk/list/queries";
import { type Cells, type Column, columnsOf, numbers } from "./columns";
import { EnrollmentRows, type ShownRow } from "./enrollment-rows";
import { howDue, rowWords, type Says } from "./row-words";

type Props = Cells & {
  rows: ListRow[];
  filters: Filters;
  /** Whether rows can be ticked, to be worked on together. */
  pick: boolean;
  /** The list, as an enrollment's address carries it. */
  list: string;
  /** The one that stands open beside the list. */
  open: string | undefined;
};

/** A page of the list, some twenty-five rows a screen; on a phone a card for each row. */
export function EnrollmentTable({ rows, filters, pick, list, open, ...cells }: Props) {
  const t = useTranslations("desk.list");
  const says: Says = { ...cells, t, format: useFormatter(), locale: useLocale() as Locale };
  const keys = columnsOf(filters, {
    ...cells,
    beside: open !== undefined,
    points: rows.some((row) => row.points !== undefined),
  });
  const columns = keys.map((key) => ({ key, label: t(`columns.${key}`), number: numbers.includes(key) }));
  return (
    <DataTable
      dense
      caption={t("caption")}
      columns={[
        ...(pick ? [{ key: "pick", label: <span className="sr-only">{t("columns.pick")}</span> }] : []),
        { key: "student", label: t("columns.student") },
        ...columns,
      ]}
    >
      <EnrollmentRows
        columns={columns}
        rows={rows.map((row) => shownRow(row, keys, { pick, list }, says))}
        chips={useChips()}
        untold={t("untold")}
        open={open}
      />
    </DataTable>
  );
}

function shownRow(
  row: ListRow,
  columns: Column[],
  { pick, list }: Pick<Props, "pick" | "list">,
  says: Says,
): ShownRow {
  const { student, reference, labels, decidedState, state, decision } = row;
  const name = [student.surname, student.name].filter(Boolean).join(", ");
  return {
    reference,
    href: toLocalizedPath(says.locale, getEnrollmentUrl(reference, list)),
    name,
    labels: labels.map(({ label }) => label.name),
    pick: pick ? says.t("pick", { name }) : undefined,
    cells: columns.map((column) => rowWords(column, row, says)),
    isUntold: decidedState !== state && decision !== undefined,
    due: howDue(row, says.today),
  };
}

/** Each state as its icon and its word. */
function useChips() {
  const t = useTranslations("desk.states");
  return Object.fromEntries(
    stateNames.map((state) => {
      const { tone, icon } = stateLooks[states[state].look];
      return [
        state,
        <Chip key={state} tone={tone} icon={icon} bare>
          {t(state)}
        </Chip>,
      ];
    }),
  );
}
