import { useTranslations } from "next-intl";
import type { State } from "@/lib/enrollment/states";

type Props = {
  events: ({ at: Date; by: "family" | "school" } & (
    | { what: "told"; state: State }
    | { what: "sent" | "place_kept" | "choices_changed" | "guardian_confirmed" }
  ))[];
  instant: (date: Date) => string;
};

/** What happened since, the newest first: the family or the school, nobody by name. */
export function History({ events, instant }: Props) {
  const t = useTranslations("account.history");
  return (
    <section className="mb-8 break-inside-avoid">
      <h2 className="mb-3 font-serif text-heading font-semibold">{t("title")}</h2>
      <ol>
        {events.map((event) => (
          <li key={`${event.what} ${event.at.getTime()}`} className="border-l-2 border-hairline py-1.5 pl-4">
            <span className="block">
              {event.what === "told" ? t(`told.${event.state}`) : t(`events.${event.what}`)}
            </span>
            <span className="text-small text-muted">
              {instant(event.at)} · {t(`by.${event.by}`)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
