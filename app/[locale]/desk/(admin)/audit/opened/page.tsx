import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { getAuditFilterOptions, listPageViews } from "@/lib/desk/audit/queries";
import { Link } from "@/lib/i18n/navigation";
import { AuditFilterForm } from "../audit-filter-form";
import { AuditPage } from "../audit-page";
import {
  formatAccessCursor,
  getAuditAddress,
  parseAccessCursor,
  parseAuditQuery,
} from "../parse-audit-query";

/** Page views by hour (desk 18). */
export default defineDeskPage("read_audit", "desk.record", async ({ t, actor, query: parameters }) => {
  const { instant } = await getDateFormats();
  const { who, from, until } = parseAuditQuery(parameters).filters;
  const filters = { who, from, until };
  const [{ accesses, next }, { members }] = await Promise.all([
    listPageViews(actor, filters, parseAccessCursor(parameters.after)),
    getAuditFilterOptions(actor),
  ]);
  const names = new Map(members.map(({ id, name }) => [id, name]));
  return (
    <AuditPage
      title={t("opened")}
      intro={t("openedLead")}
      address="/desk/audit/opened"
      filters={
        <AuditFilterForm
          filters={filters}
          actors={members.map(({ id, name }) => ({ value: id, label: name }))}
        />
      }
      older={next && getAuditAddress("/desk/audit/opened", filters, { after: formatAccessCursor(next) })}
    >
      {accesses.length > 0 && (
        <DataTable
          caption={t("opened")}
          columns={(["when", "who", "what"] as const).map((key) => ({ key, label: t(key) }))}
        >
          {accesses.map(({ hour, memberId, enrollment: { reference } }) => (
            <TableRow key={`${hour.getTime()} ${memberId} ${reference}`}>
              <TableCell className="text-muted">{instant(hour)}</TableCell>
              <TableCell className="[overflow-wrap:anywhere]">
                <bdi>{names.get(memberId)}</bdi>
              </TableCell>
              <TableRowHeader>
                <Link href={`/desk/enrollments/${reference}`} className="row-link font-mono">
                  {reference}
                </Link>
              </TableRowHeader>
            </TableRow>
          ))}
        </DataTable>
      )}
    </AuditPage>
  );
});
