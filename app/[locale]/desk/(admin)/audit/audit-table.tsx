import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DataTable, TableCell, TableRow } from "@/components/ui/data-table";
import type { AuditLogEntry } from "@/lib/desk/audit/queries";
import { Link } from "@/lib/i18n/navigation";
import { useAuditTexts } from "./audit-texts";

type Props = { entries: AuditLogEntry[]; names: Map<string, string> };

export function AuditTable({ entries, names }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.record");
  const word = useAuditTexts();
  return (
    <DataTable
      caption={t("title")}
      columns={(["when", "who", "what"] as const).map((key) => ({ key, label: t(key) }))}
    >
      {entries.map((entry) => (
        <TableRow key={entry.id.toString()}>
          <TableCell className="whitespace-nowrap text-muted">{instant(entry.at)}</TableCell>
          <TableCell className="[overflow-wrap:anywhere]">
            <bdi>{(entry.actorId && names.get(entry.actorId)) || word.actor(entry.actorKind)}</bdi>
          </TableCell>
          <TableCell className="[overflow-wrap:anywhere] max-md:w-full">
            <p>
              <span className="font-semibold">{word.action(entry.action)}</span>{" "}
              <EntryObject entry={entry} names={names} />
            </p>
            {entry.values.length > 0 && (
              <ul className="text-muted">
                {valuesOf(entry).map(({ name, old, new: now }) => (
                  <li key={name}>
                    {word.name(entry, name)}:{" "}
                    {old === null
                      ? word.value(entry, name, now, names)
                      : t("change", {
                          old: word.value(entry, name, old, names),
                          now: word.value(entry, name, now, names),
                        })}
                  </li>
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
const valuesOf = ({ objectKind, values }: AuditLogEntry) =>
  objectKind === "catalogue" ? values.filter(({ name }) => name !== "id") : values;

type AboutProps = { entry: AuditLogEntry; names: Map<string, string> };

function EntryObject({ entry, names }: AboutProps) {
  const word = useAuditTexts();
  const { objectKind, objectId } = entry;
  if (objectKind === "enrollment")
    return (
      <Link href={`/desk/enrollments/${objectId}`} className="font-mono">
        {objectId}
      </Link>
    );
  return <bdi>{word.object(entry, names)}</bdi>;
}
