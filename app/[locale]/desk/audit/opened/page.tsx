import { schoolDates } from "@/app/[locale]/school-dates";
import { DataTable, RowHead, TableCell, TableRow } from "@/components/ui/data-table";
import { Link } from "@/lib/i18n/navigation";
import { listPageViews, getAuditFilterOptions } from "@/lib/desk/audit/queries";
import { getSettings } from "@/lib/school/settings";
import { deskPage } from "../../desk-page";
import { RecordFilters } from "../record-filters";
import { RecordPage } from "../record-page";
import { accessPlaceOf, readAccessPlace, readRecordQuery, recordAddress } from "../record-query";

/** Who has opened whose page, by the hour (desk 18). */
export default deskPage("read_audit", "desk.record", async ({ t, actor, query: parameters }) => {
  const { instant } = await schoolDates();
  const { who, from, until } = readRecordQuery(parameters).filters;
  const filters = { who, from, until };
  const { time_zone: timeZone } = await getSettings();
  const [{ accesses, next }, { members }] = await Promise.all([
    listPageViews(actor, filters, timeZone, readAccessPlace(parameters.after)),
    getAuditFilterOptions(actor),
  ]);
  const names = new Map(members.map(({ id, name }) => [id, name]));
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
              <TableCell className="text-muted">{instant(at)}</TableCell>
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
