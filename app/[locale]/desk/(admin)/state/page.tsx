import { useTranslations } from "next-intl";
import { getDateFormats, useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { LinkButton } from "@/components/site/link-button";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { Icon } from "@/components/ui/icons/icon";
import { check, cross, history, hourglass } from "@/components/ui/icons/paths";
import { getCheckLevel, readServiceStatus, type ServicePart } from "@/lib/desk/state/queries";
import { formatCheckResult } from "@/lib/platform/check-result";

type ServiceLevel = ServicePart["level"];

type CheckLevel = ReturnType<typeof getCheckLevel>;

/** State of the service: the heading is the summary, and problems come first. */
export default defineDeskPage("change_settings", "desk.state", async ({ t, actor }) => {
  const now = new Date();
  const [{ time }, parts] = await Promise.all([getDateFormats(), readServiceStatus(actor, now)]);
  const count = (level: string) => parts.filter((part) => part.level === level).length;
  const closed = parts.some(({ part, level }) => part === "database" && level === "stopped");
  const { doctor } = parts.find(({ part }) => part === "doctor") ?? {};
  return (
    <DeskPage title={t("name")} heading={t(closed ? "closed" : "open")} caption={t("name")}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <p>
          {t("sum", { stopped: count("stopped"), slow: count("slow") })} {t("seen", { time: time(now) })}
        </p>
        <LinkButton href="/desk/state" variant="secondary">
          <Icon d={history} />
          {t("again")}
        </LinkButton>
      </div>
      <PartList parts={parts} />
      {doctor && <CheckList doctor={doctor} time={time(doctor.startedAt)} />}
    </DeskPage>
  );
});

const badges = {
  ok: { tone: "ok", icon: check },
  slow: { tone: "wait", icon: hourglass },
  stopped: { tone: "danger", icon: cross },
} as const satisfies Record<ServiceLevel, object>;

function PartList({ parts }: { parts: ServicePart[] }) {
  const { longInstant } = useDateFormats();
  const t = useTranslations("desk.state");
  const format = (value: string | number | Date) => (value instanceof Date ? longInstant(value) : value);
  return (
    <ul className="border-t-2 border-ink">
      {parts.map(({ part, level, code, values = {} }) => {
        const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, format(value)]));
        return (
          <li
            key={`${part} ${values.name ?? ""}`}
            className="grid gap-x-6 gap-y-1 border-b border-hairline py-3 md:grid-cols-[8rem_1fr_auto] md:items-center"
          >
            <p>
              <Badge {...badges[level]}>{t(`levels.${level}`)}</Badge>
            </p>
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <h2 className="text-base font-semibold">{t(`parts.${part}.name`, texts as never)}</h2>
              <p className="text-small text-muted">
                {t(`parts.${part}.${code}` as "parts.backup.none", texts as never)}
              </p>
            </div>
            {part === "mail" && Number(values.failed) > 0 && (
              <LinkButton href="/desk/enrollments?year=all&mail=trouble" variant="secondary">
                {t("mailTrouble")}
              </LinkButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const checkBadges = {
  ok: { tone: "ok", icon: check, level: "ok" },
  warning: { tone: "wait", icon: hourglass, level: "slow" },
  wrong: { tone: "danger", icon: cross, level: "wrong" },
  unknown: { tone: "off", icon: hourglass, level: "unknown" },
} as const satisfies Record<CheckLevel, object>;

type Check = Required<ServicePart>["doctor"]["checks"][number];
type CheckListProps = Pick<Required<ServicePart>, "doctor"> & { time: string };

/** Health checks with advice; the command's output is collapsed. */
function CheckList({ doctor, time }: CheckListProps) {
  const t = useTranslations("desk.state");
  return (
    <section aria-labelledby="doctor" className="mt-10">
      <h2 id="doctor" className="mb-2">
        {t("doctor.title")}
      </h2>
      <p className="mb-5">{t("doctor.note", { time })}</p>
      <ul className="border-t-2 border-ink">
        {doctor.checks.map((result) => {
          const { level, ...variant } = checkBadges[getCheckLevel(result)];
          return (
            <li
              key={result.check}
              className="grid gap-x-6 gap-y-1 border-b border-hairline py-3 md:grid-cols-[8rem_1fr] md:items-center"
            >
              <p>
                <Badge {...variant}>{t(`levels.${level}`)}</Badge>
              </p>
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <h3 className="text-base font-semibold">{t(`checks.${result.check}` as "checks.clock")}</h3>
                <CheckResults {...result} />
              </div>
            </li>
          );
        })}
      </ul>
      <Disclosure className="mt-5 text-small" summary={t("doctor.detail")}>
        <ul lang="en" className="text-muted [overflow-wrap:anywhere]">
          {doctor.checks.map((result) => (
            <CheckDetails key={result.check} {...result} />
          ))}
        </ul>
      </Disclosure>
    </section>
  );
}

function CheckResults({ check, results }: Check) {
  const t = useTranslations("desk.state");
  if (!Array.isArray(results)) return <p className="text-small text-muted">{t(`doctor.${results}`)}</p>;
  return results.some(({ level }) => level !== "ok") && <p>{t(`todo.${check}` as "todo.clock")}</p>;
}

function CheckDetails({ check, results }: Check) {
  if (!Array.isArray(results)) return null;
  return results.map((result) => <li key={result.words}>{formatCheckResult(check, result)}</li>);
}
