import { otherActors, listAuditEntries, getAuditFilterOptions } from "@/lib/desk/audit/queries";
import { readAuditNames } from "@/lib/desk/audit/names";
import { getSettings } from "@/lib/school/settings";
import { deskPage } from "../desk-page";
import { RecordFilters } from "./record-filters";
import { RecordList } from "./record-list";
import { RecordPage } from "./record-page";
import { readRecordQuery, recordAddress } from "./record-query";

/** What was done at the desk: by whom, when, from what to what (desk 31). */
export default deskPage("read_audit", "desk.record", async ({ t, actor, query }) => {
  const { filters, before } = readRecordQuery(query);
  const { time_zone: timeZone } = await getSettings();
  const [{ entries, next }, { members, actions }] = await Promise.all([
    listAuditEntries(actor, filters, timeZone, before),
    getAuditFilterOptions(actor),
  ]);
  return (
    <RecordPage
      title={t("title")}
      lead={t("lead")}
      address="/desk/audit"
      filters={
        <RecordFilters
          filters={filters}
          who={[
            ...members.map(({ id, name }) => ({ value: id, label: name })),
            ...otherActors.map((value) => ({ value, label: t(`actors.${value}`) })),
          ]}
          actions={actions}
        />
      }
      older={next && recordAddress("/desk/audit", filters, { before: next })}
    >
      {entries.length > 0 && (
        <RecordList entries={entries} names={await readAuditNames(actor, members, entries)} />
      )}
    </RecordPage>
  );
});
