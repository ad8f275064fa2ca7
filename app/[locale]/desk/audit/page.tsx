import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { otherActors, readEntries, recordChoices } from "@/lib/office/record";
import { namesInRecord } from "@/lib/office/record-names";
import { may } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { requireStaff } from "../session";
import { RecordFilters } from "./record-filters";
import { RecordList } from "./record-list";
import { RecordPage } from "./record-page";
import { readRecordQuery, recordAddress } from "./record-query";

/** What was done at the desk: by whom, when, from what to what (desk 31). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/audit">) {
  const { actor } = await requireStaff();
  if (!may(actor, "read_audit")) return <NoSuchPage />;
  const { filters, before } = readRecordQuery(await searchParams);
  const { time_zone: timeZone } = await settings();
  const [t, format, { entries, next }, { members, actions }] = await Promise.all([
    getTranslations("desk.record"),
    getFormatter(),
    readEntries(actor, filters, timeZone, before),
    recordChoices(actor),
  ]);
  const instant = (date: Date) =>
    format.dateTime(date, { dateStyle: "medium", timeStyle: "short", timeZone });
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
        <RecordList
          entries={entries}
          names={await namesInRecord(actor, members, entries)}
          instant={instant}
        />
      )}
    </RecordPage>
  );
});
