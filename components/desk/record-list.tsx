import { useTranslations } from "next-intl";
import type { RecordEntry } from "@/lib/desk/record";
import { Link } from "@/lib/i18n/navigation";

type Props = { entries: RecordEntry[]; names: Map<string, string>; instant: (date: Date) => string };

/** Entries of the record: when, who, what, on what, and from what to what. */
export function RecordList({ entries, names, instant }: Props) {
  const t = useTranslations("desk.record");
  const word = useRecordWords();
  return (
    <ol aria-label={t("title")} className="mb-6 text-small">
      {entries.map(({ id, at, actorKind, actorId, action, objectKind, objectId, values }) => (
        <li
          key={id.toString()}
          className="gap-x-6 border-b border-hairline py-3 sm:grid sm:grid-cols-[11rem_14rem_1fr]"
        >
          <p className="text-muted">{instant(at)}</p>
          <p className="[overflow-wrap:anywhere]">
            <bdi>{(actorId && names.get(actorId)) || word.actor(actorKind)}</bdi>
          </p>
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p>
              <span className="font-semibold">{word.action(action)}</span>{" "}
              <About kind={objectKind} id={objectId} names={names} />
            </p>
            {values.length > 0 && (
              <ul className="text-muted">
                {values.map(({ name, old, new: now }) => (
                  <li key={name}>
                    {name}: {old === null ? now : t("change", { old, now: now ?? "–" })}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function About({ kind, id, names }: { kind: string; id: string; names: Map<string, string> }) {
  if (kind === "enrollment")
    return (
      <Link href={`/desk/enrollments/${id}`} prefetch={false} className="font-mono">
        {id}
      </Link>
    );
  return <bdi className={names.has(id) ? undefined : "font-mono text-muted"}>{names.get(id) ?? id}</bdi>;
}

/** The school's words for what the record says in code; what has none yet is shown as it is. */
export function useRecordWords() {
  const t = useTranslations("desk.record");
  const words = (key: string, code: string) =>
    t.has(key as "title") ? t(key as "title") : code.replaceAll("_", " ");
  return {
    actor: (code: string) => words(`actors.${code}`, code),
    action: (code: string) => words(`actions.${code}`, code),
  };
}
