import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DataTable, RowHead, TableCell, TableRow } from "@/components/ui/data-table";
import { Link } from "@/lib/i18n/navigation";
import { readAccesses, recordChoices } from "@/lib/office/record";
import { may } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { requireStaff } from "../../session";
import { RecordFilters } from "../record-filters";
import { RecordPage } from "../record-page";
import { accessPlaceOf, readAccessPlace, readRecordQuery, recordAddress } from "../record-query";

/** Who has opened whose page, by the hour (desk 18). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/audit/opened">) {
  const { actor } = await requireStaff();
  if (!may(actor, "read_audit")) return <NoSuchPage />;
  const parameters = await searchParams;
  const { who, from, until } = readRecordQuery(parameters).filters;
  const filters = { who, from, until };
  const { time_zone: timeZone } = await settings();
  const [t, format, { accesses, next }, { members }] = await Promise.all([
    getTranslations("desk.record"),
    getFormatter(),
    readAccesses(actor, filters, timeZone, readAccessPlace(parameters.after)),
    recordChoices(actor),
  ]);
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const hour = (date: Date) => format.dateTime(date, { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <RecordPage
      title={t("opened")}
      lead={t("openedLead")}
      address="/desk/audit/opened"
      filters={
        <RecordFilters filters={filters} who={members.map(({ id, name }) => ({ value: id, label: name }))} />
      }
      older={next && recordAddress("/desk/audit/opened", filters, { after: accessPlaceOf(next) })}
    >
      {accesses.length > 0 && (
        <DataTable
          caption={t("opened")}
          columns={(["when", "who", "what"] as const).map((key) => ({ key, label: t(key) }))}
        >
          {accesses.map(({ hour: at, memberId, enrollment: { reference } }) => (
            <TableRow key={`${at.getTime()} ${memberId} ${reference}`}>
              <TableCell className="text-muted">{hour(at)}</TableCell>
              <TableCell className="[overflow-wrap:anywhere]">
                <bdi>{names.get(memberId)}</bdi>
              </TableCell>
              <RowHead>
                <Link href={`/desk/enrollments/${reference}`} className="row-link font-mono">
                  {reference}
                </Link>
              </RowHead>
            </TableRow>
          ))}
        </DataTable>
      )}
    </RecordPage>
  );
});
