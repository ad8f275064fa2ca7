import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/disclosure";
import { check, cross, hourglass } from "@/components/ui/icons/paths";
import { type CheckLevel, getCheckLevel, type ServicePart } from "@/lib/desk/state/queries";
import { formatCheckResult } from "@/lib/platform/check-result";

const looks = {
  ok: { tone: "ok", icon: check, word: "ok" },
  warning: { tone: "wait", icon: hourglass, word: "slow" },
  wrong: { tone: "danger", icon: cross, word: "wrong" },
  unknown: { tone: "off", icon: hourglass, word: "unknown" },
} as const satisfies Record<CheckLevel, object>;

type Check = Required<ServicePart>["checks"]["told"][number];
type Props = Pick<Required<ServicePart>, "checks"> & { time: string };

/** Health checks with advice; the command's output is folded. */
export function CheckList({ checks, time }: Props) {
  const t = useTranslations("desk.state");
  return (
    <section aria-labelledby="doctor" className="mt-10">
      <h2 id="doctor" className="mb-2">
        {t("doctor.title")}
      </h2>
      <p className="mb-5">{t("doctor.note", { time })}</p>
      <ul className="border-t-2 border-ink">
        {checks.told.map((told) => {
          const { word, ...look } = looks[getCheckLevel(told)];
          return (
            <li
              key={told.check}
              className="grid gap-x-6 gap-y-1 border-b border-hairline py-3 md:grid-cols-[8rem_1fr] md:items-center"
            >
              <p>
                <Badge {...look}>{t(`levels.${word}`)}</Badge>
              </p>
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <h3 className="text-base font-semibold">{t(`checks.${told.check}` as "checks.clock")}</h3>
                <CheckResults {...told} />
              </div>
            </li>
          );
        })}
      </ul>
      <Disclosure className="mt-5 text-small" summary={t("doctor.detail")}>
        <ul lang="en" className="text-muted [overflow-wrap:anywhere]">
          {checks.told.map((told) => (
            <Detail key={told.check} {...told} />
          ))}
        </ul>
      </Disclosure>
    </section>
  );
}

function CheckResults({ check, found }: Check) {
  const t = useTranslations("desk.state");
  if (!Array.isArray(found)) return <p className="text-small text-muted">{t(`doctor.${found}`)}</p>;
  return found.some(({ level }) => level !== "ok") && <p>{t(`todo.${check}` as "todo.clock")}</p>;
}

function Detail({ check, found }: Check) {
  if (!Array.isArray(found)) return null;
  return found.map((result) => <li key={result.words}>{formatCheckResult(check, result)}</li>);
}
