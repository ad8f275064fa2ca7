import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/site/link-button";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icons/icon";
import { check } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import { formatList, getEnrollmentUrl, getListUrl, type ListQuery } from "@/lib/desk/list/filters";
import type { WaitingList } from "@/lib/desk/places/queries";
import { Link } from "@/lib/i18n/navigation";

type Props = {
  list: WaitingList;
  /** The same as a list in pages, by which its rows are gone through. */
  query: Omit<ListQuery, "place">;
  mayDecide: boolean;
  day: (date: Date) => string;
};

const columns = ["rank", "student", "sent"] as const;
const widths = { rank: "w-16", student: undefined, sent: "w-32" };

/** How a waiting list begins, in its order; whoever may be accepted in turn is a click away. */
export function WaitingListTable({ list, query, mayDecide, day }: Props) {
  const t = useTranslations("decisions.waitingList");
  const { name, free, count, waiting, next, why } = list;
  const within = formatList(query);
  return (
    <Section
      title={t("heading", { free: free ?? -1, place: name, count })}
      className="mb-9"
      act={
        <Link href={getListUrl(query)} className="print:hidden">
          {t("all", { place: name, count })}
        </Link>
      }
    >
      {mayDecide && next && (
        <p className="my-3 print:hidden">
          <LinkButton
            href={getEnrollmentUrl(next.reference, within, { below: "/decide/accepted" })}
            look="secondary"
          >
            <Icon d={check} />
            {t("next")}
          </LinkButton>
        </p>
      )}
      {why && <p className="my-3 max-w-measure">{t(`why.${why}`)}</p>}
      <DataTable
        caption={name}
        cards={false}
        columns={columns.map((key) => ({
          key,
          label: t(key),
          number: key === "rank",
          className: widths[key],
        }))}
      >
        {waiting.map(({ reference, rank, name, surname, createdAt }) => (
          <TableRow key={reference}>
            <TableCell number className="font-head text-heading font-bold">
              {rank}
            </TableCell>
            <TableRowHeader className="[overflow-wrap:anywhere]">
              <Link href={getEnrollmentUrl(reference, within)}>
                <bdi>{[surname, name].filter(Boolean).join(", ")}</bdi>
              </Link>{" "}
              <span className="reference font-normal text-muted">{reference}</span>
            </TableRowHeader>
            <TableCell>{day(createdAt)}</TableCell>
          </TableRow>
        ))}
      </DataTable>
    </Section>
  );
}
