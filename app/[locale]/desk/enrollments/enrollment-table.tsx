import { useTranslations } from "next-intl";
import { Tag } from "@/components/desk/tag";
import { DataTable, RowHead, TableCell, TableRow } from "@/components/ui/data-table";
import { Link } from "@/lib/i18n/navigation";
import { enrollmentAddress } from "@/lib/office/enrollment-address";
import type { Filters } from "@/lib/office/filters";
import type { ListRow } from "@/lib/office/list";
import { type Cells, type Column, columnsOf, numbers } from "./columns";
import { PickBox } from "./pick-box";
import { RowCell } from "./row-cell";

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
  const columns = columnsOf(filters, {
    ...cells,
    beside: open !== undefined,
    points: rows.some((row) => row.points !== undefined),
  });
  return (
    <DataTable
      dense
      caption={t("caption")}
      columns={[
        ...(pick ? [{ key: "pick", label: <span className="sr-only">{t("columns.pick")}</span> }] : []),
        { key: "student", label: t("columns.student") },
        ...columns.map((key) => ({ key, label: t(`columns.${key}`), number: numbers.includes(key) })),
      ]}
    >
      {rows.map((row, at) => (
        <Row
          key={row.reference}
          {...{ row, columns, pick, list, ...cells }}
          isOpen={row.reference === open}
          isFirst={at === 0 && open === undefined}
        />
      ))}
    </DataTable>
  );
}

type RowProps = Cells &
  Pick<Props, "pick" | "list"> & { row: ListRow; columns: Column[]; isOpen: boolean; isFirst: boolean };

function Row({ row, columns, pick, list, isOpen, isFirst, ...cells }: RowProps) {
  const t = useTranslations("desk.list");
  const { student, reference, labels } = row;
  const name = [student.surname, student.name].filter(Boolean).join(", ");
  return (
    <TableRow data-reference={reference} aria-current={isOpen ? "true" : undefined}>
      {pick && (
        <TableCell className="row-above max-md:order-last">
          <PickBox reference={reference} label={t("pick", { name })} isOpen={isOpen} />
        </TableCell>
      )}
      <RowHead className="max-w-60 md:truncate [.with-pane_&]:max-w-44">
        <Link
          href={enrollmentAddress(reference, list)}
          className="row-link"
          data-key={isFirst ? "j" : undefined}
        >
          <bdi>{name}</bdi>
        </Link>
        {labels.map(({ label }) => (
          <span key={label.name} className="ml-2">
            <Tag>{label.name}</Tag>
          </span>
        ))}
      </RowHead>
      {columns.map((column) => (
        <TableCell
          key={column}
          number={numbers.includes(column)}
          data-label={t(`columns.${column}`)}
          className="md:whitespace-nowrap"
        >
          <RowCell column={column} row={row} {...cells} />
        </TableCell>
      ))}
    </TableRow>
  );
}
