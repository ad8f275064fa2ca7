import { useTranslations } from "next-intl";
import { Sheet } from "@/components/ui/section";
import { Timeline } from "@/components/ui/timeline";
import type { FamilyEvent } from "@/lib/family/history";

type Props = {
  events: FamilyEvent[];
  instant: (date: Date) => string;
};

/** What happened since, the newest first: the family or the school, nobody by name. */
export function History({ events, instant }: Props) {
  const t = useTranslations("account.history");
  return (
    <Sheet title={t("title")} className="mb-8 break-inside-avoid">
      <div className="pt-4">
        <Timeline
          moments={events.map((event) => ({
            key: `${event.what} ${event.at.getTime()}`,
            title: event.what === "told" ? t(`told.${event.state}`) : t(`events.${event.what}`),
            text: `${instant(event.at)} · ${t(`by.${event.by}`)}`,
          }))}
        />
      </div>
    </Sheet>
  );
}
