import { useFormatter, useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { check, cross, hourglass } from "@/components/ui/icons";
import { Link } from "@/lib/i18n/navigation";
import type { Level, PartState } from "@/lib/office/service-state";

const looks = {
  ok: { tone: "ok", icon: check },
  slow: { tone: "wait", icon: hourglass },
  stopped: { tone: "danger", icon: cross },
} as const satisfies Record<Level, object>;

/** Each part of the service: how it is in a word, and what that means. */
export function PartList({ parts, timeZone }: { parts: PartState[]; timeZone: string }) {
  const t = useTranslations("desk.state");
  const format = useFormatter();
  const shown = (value: string | number | Date) =>
    value instanceof Date
      ? format.dateTime(value, { dateStyle: "long", timeStyle: "short", timeZone })
      : value;
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
              <Chip {...looks[level]}>{t(`levels.${level}`)}</Chip>
            </p>
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <h2 className="text-base font-semibold">{t(`parts.${part}.name`, words as never)}</h2>
              <p className="text-small text-muted">
                {t(`parts.${part}.${code}` as "parts.redis.ok", words as never)}
              </p>
            </div>
            {part === "mail" && Number(values.failed) > 0 && (
              <Link href="/desk/enrollments?mail=trouble" className={buttonClass("secondary")}>
                {t("mailTrouble")}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
