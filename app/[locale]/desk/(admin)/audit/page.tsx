import { getLocale } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { readAuditNames } from "@/lib/desk/audit/names";
import { getAuditFilterOptions, listAuditEntries, otherActors } from "@/lib/desk/audit/queries";
import { getSettings } from "@/lib/school/settings";
import { AuditFilterForm } from "./audit-filter-form";
import { AuditPage } from "./audit-page";
import { AuditTable } from "./audit-table";
import { getAuditAddress, parseAuditQuery } from "./parse-audit-query";

/** The audit log of the desk (desk 31). */
export default defineDeskPage("read_audit", "desk.record", async ({ t, actor, query }) => {
  const { filters, before } = parseAuditQuery(query);
  const { time_zone: timeZone } = await getSettings();
  const [{ entries, next }, { members, actions }] = await Promise.all([
    listAuditEntries(actor, filters, timeZone, before),
    getAuditFilterOptions(actor),
  ]);
  return (
    <AuditPage
      title={t("title")}
      lead={t("lead")}
      address="/desk/audit"
      filters={
        <AuditFilterForm
          filters={filters}
          who={[
            ...members.map(({ id, name }) => ({ value: id, label: name })),
            ...otherActors.map((value) => ({ value, label: t(`actors.${value}`) })),
          ]}
          actions={actions}
        />
      }
      older={next && getAuditAddress("/desk/audit", filters, { before: next })}
    >
      {entries.length > 0 && (
        <AuditTable
          entries={entries}
          names={await readAuditNames(actor, members, entries, await getLocale())}
        />
      )}
    </AuditPage>
  );
});
