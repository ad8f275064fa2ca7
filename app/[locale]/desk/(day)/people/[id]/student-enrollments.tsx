import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { formatPlace } from "@/app/[locale]/desk/(day)/enrollments/_table/cell-text";
import { StateBadge } from "@/components/desk/enrollment/state-badge";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import type { EnrollmentRow } from "@/lib/desk/rows/queries";
import { Link } from "@/lib/i18n/navigation";

type Props = {
  caption: string;
  enrollments: EnrollmentRow[];
  /** Shows names. */
  named?: boolean;
};

/** Newest first. */
export function StudentEnrollments({ caption, enrollments, named }: Props) {
  const t = useTranslations("desk.list");
  const { dayOf } = useDateFormats();
  const columns = [...(named ? ["student" as const] : []), "year", "state", "place", "sent"] as const;
  return (
    <DataTable caption={caption} columns={columns.map((key) => ({ key, label: t(`columns.${key}`) }))}>
      {enrollments.map((row) => (
        <TableRow key={row.id}>
          {named && (
            <TableRowHeader>
              <Link href={`/desk/people/${row.student.id}`} prefetch={false}>
                <bdi>{[row.student.name, row.student.surname].filter(Boolean).join(" ") || "–"}</bdi>
              </Link>
            </TableRowHeader>
          )}
          <TableCell data-label={t("columns.year")}>
            {row.schoolYear.year}{" "}
            <Link href={getEnrollmentUrl(row.reference, undefined)} prefetch={false} className="font-mono">
              {row.reference}
            </Link>
          </TableCell>
          <TableCell data-label={t("columns.state")}>
            <StateBadge state={row.decidedState} />
            {row.decidedState !== row.state && <span className="text-muted"> · {t("untold")}</span>}
          </TableCell>
          <TableCell data-label={t("columns.place")}>{formatPlace(row)}</TableCell>
          <TableCell data-label={t("columns.sent")}>{dayOf(row.createdAt)}</TableCell>
        </TableRow>
      ))}
    </DataTable>
  );
}
