import { useFormatter, useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { createCellFormat } from "@/app/[locale]/desk/(school)/catalogue/catalogue-changes";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import type { readTable, TableColumn } from "@/lib/desk/catalogue/queries";
import { Link } from "@/lib/i18n/navigation";

type ShownRow = Awaited<ReturnType<typeof readTable>>["rows"][number];

type Props = {
  caption: string;
  columns: TableColumn[];
  rows: ShownRow[];
  getHref: (row: ShownRow) => string;
};

/** The first column links to the row. */
export function CatalogueTable({ caption, columns, rows, getHref }: Props) {
  const t = useTranslations("desk.catalogue");
  const format = createCellFormat(t, useFormatter(), useDateFormats());
  const formatCell = ({ kind, options }: TableColumn, cell: string) =>
    options ? (options.find(({ value }) => value === cell)?.label ?? cell) : format(kind, cell);
  const displayedColumns = columns.filter(({ name }) => !/^(name|name_..|year)$/.test(name));
  if (rows.length === 0) return <EmptyState>{t("empty")}</EmptyState>;
  return (
    <DataTable
      caption={caption}
      columns={[
        { key: "row", label: t("columns.name") },
        ...displayedColumns.map((column) => ({
          key: column.name,
          label: t(`columns.${column.name}` as "none"),
          number: isNumber(column),
        })),
      ]}
    >
      {rows.map((row) => (
        <TableRow key={row.key}>
          <TableRowHeader>
            <Link href={getHref(row)}>{row.label}</Link>
          </TableRowHeader>
          {displayedColumns.map((column) => (
            <TableCell key={column.name} number={isNumber(column)}>
              <span className="text-muted md:hidden">{t(`columns.${column.name}` as "none")}: </span>
              {formatCell(column, row.cells[column.name] ?? "") || "–"}
            </TableCell>
          ))}
        </TableRow>
      ))}
    </DataTable>
  );
}

const isNumber = ({ kind, options }: TableColumn) =>
  !options && (kind === "decimal" || kind === "whole" || kind === "duration");
