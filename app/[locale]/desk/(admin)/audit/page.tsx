import { useTranslations } from "next-intl";
import { getLocale } from "next-intl/server";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { AuditFilterForm } from "@/app/[locale]/desk/(admin)/audit/audit-filter-form";
import { AuditPage } from "@/app/[locale]/desk/(admin)/audit/audit-page";
import { useAuditTexts } from "@/app/[locale]/desk/(admin)/audit/audit-texts";
import { getAuditAddress, parseAuditQuery } from "@/app/[locale]/desk/(admin)/audit/parse-audit-query";
import { DataTable, TableCell, TableRow } from "@/components/ui/data-table";
import { readAuditNames } from "@/lib/desk/audit/names";
import { getAuditFilterOptions, listAuditEntries, otherActors } from "@/lib/desk/audit/queries";
import { Link } from "@/lib/i18n/navigation";
import type { AuditLogEntry } from "@/lib/people/audit-log";

/** The audit log of the desk (desk 31). */
export default defineDeskPage("read_audit", "desk.record", async ({ t, actor, query }) => {
  const { filters, before } = parseAuditQuery(query);
  const [{ entries, next }, { members, actions }] = await Promise.all([
    listAuditEntries(actor, filters, before),
    getAuditFilterOptions(actor),
  ]);
  return (
    <AuditPage
      title={t("title")}
      intro={t("lead")}
      address="/desk/audit"
      filters={
        <AuditFilterForm
          filters={filters}
          actors={[
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

type Props = { entries: AuditLogEntry[]; names: Map<string, string> };

function AuditTable({ entries, names }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.record");
  const texts = useAuditTexts();
  return (
    <DataTable
      caption={t("title")}
      columns={(["when", "who", "what"] as const).map((key) => ({ key, label: t(key) }))}
    >
      {entries.map((entry) => (
        <TableRow key={entry.id.toString()}>
          <TableCell className="whitespace-nowrap text-muted">{instant(entry.at)}</TableCell>
          <TableCell className="[overflow-wrap:anywhere]">
            <bdi>{(entry.actorId && names.get(entry.actorId)) || texts.actor(entry.actorKind)}</bdi>
          </TableCell>
          <TableCell className="[overflow-wrap:anywhere] max-md:w-full">
            <p>
              <span className="font-semibold">{texts.action(entry.action)}</span>{" "}
              <EntryObject entry={entry} names={names} />
            </p>
            {entry.values.length > 0 && (
              <ul className="text-muted">
                {getDisplayedValues(entry).map((value) => (
                  <li key={value.name}>{texts.change(entry, value, names)}</li>
                ))}
              </ul>
            )}
          </TableCell>
        </TableRow>
      ))}
    </DataTable>
  );
}

/** A catalogue row is shown by name; its number is omitted. */
const getDisplayedValues = ({ objectKind, values }: AuditLogEntry) =>
  objectKind === "catalogue" ? values.filter(({ name }) => name !== "id") : values;

type EntryObjectProps = { entry: AuditLogEntry; names: Map<string, string> };

function EntryObject({ entry, names }: EntryObjectProps) {
  const texts = useAuditTexts();
  const { objectKind, objectId } = entry;
  if (objectKind === "enrollment")
    return (
      <Link href={`/desk/enrollments/${objectId}`} className="font-mono">
        {objectId}
      </Link>
    );
  return <bdi>{texts.object(entry, names)}</bdi>;
}
