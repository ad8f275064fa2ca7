import { useTranslations } from "next-intl";
import { DataTable, TableCell, TableRow } from "@/components/ui/data-table";
import { Link } from "@/lib/i18n/navigation";
import type { RecordEntry } from "@/lib/office/record";

type Props = { entries: RecordEntry[]; names: Map<string, string>; instant: (date: Date) => string };

/** Entries of the record: when, who, what, on what, and from what to what. */
export function RecordList({ entries, names, instant }: Props) {
  const t = useTranslations("desk.record");
  const word = useRecordWords();
  return (
    <DataTable
      caption={t("title")}
      columns={(["when", "who", "what"] as const).map((key) => ({ key, label: t(key) }))}
    >
      {entries.map(({ id, at, actorKind, actorId, action, objectKind, objectId, values }) => (
        <TableRow key={id.toString()}>
          <TableCell className="whitespace-nowrap text-muted">{instant(at)}</TableCell>
          <TableCell className="[overflow-wrap:anywhere]">
            <bdi>{(actorId && names.get(actorId)) || word.actor(actorKind)}</bdi>
          </TableCell>
          <TableCell className="[overflow-wrap:anywhere] max-md:w-full">
            <p>
              <span className="font-semibold">{word.action(action)}</span>{" "}
              <About kind={objectKind} id={objectId} names={names} />
            </p>
            {values.length > 0 && (
              <ul className="text-muted">
                {values.map(({ name, old, new: now }) => (
                  <li key={name}>
                    {word.name(name)}:{" "}
                    {old === null
                      ? word.value(name, now, names)
                      : t("change", { old: word.value(name, old, names), now: word.value(name, now, names) })}
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

function About({ kind, id, names }: { kind: string; id: string; names: Map<string, string> }) {
  if (kind === "enrollment")
    return (
      <Link href={`/desk/enrollments/${id}`} prefetch={false} className="font-mono">
        {id}
      </Link>
    );
  if (kind === "place") {
    const [, speciality, syllabus] = id.split("/");
    const of = [names.get(`speciality/${speciality}`), names.get(`syllabus/${syllabus}`)].filter(Boolean);
    if (of.length > 0) return <bdi>{of.join(", ")}</bdi>;
  }
  return <bdi className={names.has(id) ? undefined : "font-mono text-muted"}>{names.get(id) ?? id}</bdi>;
}

/** The school's words for what the record says in code; what has none yet is shown as it is. */
export function useRecordWords() {
  const t = useTranslations("desk.record");
  const states = useTranslations("desk.list.values.state");
  const words = (key: string, code: string) =>
    t.has(key as "title") ? t(key as "title") : code.replaceAll("_", " ");
  return {
    actor: (code: string) => words(`actors.${code}`, code),
    action: (code: string) => words(`actions.${code}`, code),
    name: (code: string) => words(`values.${code}`, code),
    value: (name: string, value: string | null, names: Map<string, string>) => {
      if (value === null) return "–";
      if (name.endsWith("state") && states.has(value as "pending")) return states(value as "pending");
      return names.get(`${name}/${value}`) ?? value;
    },
  };
}
