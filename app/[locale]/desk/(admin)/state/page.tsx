import { useTranslations } from "next-intl";
import { getFormatter } from "next-intl/server";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskColumn } from "@/components/desk/desk-column";
import { PageHeading } from "@/components/layout/page-column";
import { LinkButton } from "@/components/site/link-button";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icons/icon";
import { check, cross, history, hourglass } from "@/components/ui/icons/paths";
import { readServiceStatus, type ServiceLevel, type ServicePart } from "@/lib/desk/state/queries";
import { getSettings } from "@/lib/school/settings";
import { CheckList } from "./check-list";

/** State of the service: the heading is the summary, and problems come first. */
export default defineDeskPage("change_settings", "desk.state", async ({ t, actor }) => {
  const now = new Date();
  const [format, parts, { time_zone: timeZone }] = await Promise.all([
    getFormatter(),
    readServiceStatus(actor, now),
    getSettings(),
  ]);
  const count = (level: string) => parts.filter((part) => part.level === level).length;
  const closed = parts.some(({ part, level }) => part === "database" && level === "stopped");
  const time = (at: Date) => format.dateTime(at, { timeStyle: "medium", timeZone });
  const { checks } = parts.find(({ part }) => part === "doctor") ?? {};
  return (
    <DeskColumn>
      <title>{t("name")}</title>
      <PageHeading caption={t("name")}>{t(closed ? "closed" : "open")}</PageHeading>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <p>
          {t("sum", { stopped: count("stopped"), slow: count("slow") })} {t("seen", { time: time(now) })}
        </p>
        <LinkButton href="/desk/state" look="secondary">
          <Icon d={history} />
          {t("again")}
        </LinkButton>
      </div>
      <PartList parts={parts} />
      {checks && <CheckList checks={checks} time={time(checks.at)} />}
    </DeskColumn>
  );
});

const looks = {
  ok: { tone: "ok", icon: check },
  slow: { tone: "wait", icon: hourglass },
  stopped: { tone: "danger", icon: cross },
} as const satisfies Record<ServiceLevel, object>;

function PartList({ parts }: { parts: ServicePart[] }) {
  const { longInstant } = useDateFormats();
  const t = useTranslations("desk.state");
  const shown = (value: string | number | Date) => (value instanceof Date ? longInstant(value) : value);
  return (
    <ul className="border-t-2 border-ink">
      {parts.map(({ part, level, code, values = {} }) => {
        const words = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)]));
        return (
          <li
            key={`${part} ${values.name ?? ""}`}
            className="grid gap-x-6 gap-y-1 border-b border-hairline py-3 md:grid-cols-[8rem_1fr_auto] md:items-center"
          >
            <p>
              <Badge {...looks[level]}>{t(`levels.${level}`)}</Badge>
            </p>
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <h2 className="text-base font-semibold">{t(`parts.${part}.name`, words as never)}</h2>
              <p className="text-small text-muted">
                {t(`parts.${part}.${code}` as "parts.backup.none", words as never)}
              </p>
            </div>
            {part === "mail" && Number(values.failed) > 0 && (
              <LinkButton href="/desk/enrollments?year=all&mail=trouble" look="secondary">
                {t("mailTrouble")}
              </LinkButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
