import { useTranslations } from "next-intl";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { formatList, getEnrollmentUrl, getListUrl } from "@/lib/desk/list/filters";
import { createWaitingListQuery, type WaitingOverview } from "@/lib/desk/places/queries";
import { Link } from "@/lib/i18n/navigation";

type Props = Pick<WaitingOverview, "lists"> & {
  year: number;
  mayDecide: boolean;
  day: (date: Date) => string;
};

export function WaitingListTable({ lists, ...row }: Props) {
  const t = useTranslations("decisions.waitingList");
  return (
    <DataTable
      caption={t("title")}
      columns={(["place", "free", "count", "student", "next"] as const).map((key) => ({
        key,
        label: key === "next" ? <span className="sr-only">{t(key)}</span> : t(key),
        number: key === "free" || key === "count",
      }))}
    >
      {lists.map((list) => (
        <Row key={list.name} list={list} {...row} />
      ))}
    </DataTable>
  );
}

function Row({
  list,
  year,
  mayDecide,
  day,
}: Omit<Props, "lists"> & { list: WaitingOverview["lists"][number] }) {
  const t = useTranslations("decisions.waitingList");
  const { name: place, free, count, first, why } = list;
  const query = createWaitingListQuery(year, list);
  const within = formatList(query);
  return (
    <TableRow>
      <TableRowHeader className="[overflow-wrap:anywhere]">
        <Link href={getListUrl(query)}>{place}</Link>
      </TableRowHeader>
      <TableCell number data-label={t("free")}>
        {free ?? t("unlimited")}
      </TableCell>
      <TableCell number data-label={t("count")}>
        {count}
      </TableCell>
      <TableCell className="[overflow-wrap:anywhere]" data-label={t("student")}>
        <Link href={getEnrollmentUrl(first.reference, within)}>
          <bdi>{[first.surname, first.name].filter(Boolean).join(", ")}</bdi>
        </Link>{" "}
        <span className="text-muted">{day(first.createdAt)}</span>
      </TableCell>
      <TableCell className="print:hidden max-md:w-full">
        {why && <span className="text-muted">{t(`why.${why}`)}</span>}
        {mayDecide && !why && (
          <Link
            href={getEnrollmentUrl(first.reference, within, { below: "/decide/accepted" })}
            className="inline-flex min-h-target items-center md:pointer-fine:min-h-6"
          >
            {t("next")}
            <span className="sr-only">: {place}</span>
          </Link>
        )}
      </TableCell>
    </TableRow>
  );
}
