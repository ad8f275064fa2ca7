import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { Badge } from "@/components/ui/badge";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { circleAlert, clock, cross } from "@/components/ui/icons/paths";
import type { listKeys } from "@/lib/desk/keys/queries";
import { Link } from "@/lib/i18n/navigation";

type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

type Props = { caption: string; keys: KeyRow[] };

/** Message keys contain no ":". */
export const toScopeMessageKey = (scope: string) => scope.replace(":", "_") as "catalogue_read";

export function KeyTable({ caption, keys }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.keys");
  const columns = (["key", "may", "until", "used", "month"] as const).map((key) => ({
    key,
    label: t(`columns.${key}`),
  }));
  return (
    <DataTable caption={caption} columns={columns}>
      {keys.map((key) => (
        <TableRow key={key.id}>
          <TableRowHeader className="[overflow-wrap:anywhere]">
            <Link href={`/desk/keys/${key.id}`}>{key.name}</Link>
            <span className="block text-small font-normal text-muted">
              {t(key.isTest ? "test" : "live")}
              {key.contact && ` · ${key.contact}`}
            </span>
          </TableRowHeader>
          <TableCell>
            {key.scopes.map((scope) => t(`scopes.${toScopeMessageKey(scope)}`)).join(", ")}
          </TableCell>
          <TableCell data-label={t("columns.until")}>
            <KeyExpiry apiKey={key} />
          </TableCell>
          <TableCell data-label={t("columns.used")}>
            {key.lastUsedAt ? instant(key.lastUsedAt) : t("never")}
          </TableCell>
          <TableCell>
            {t("usage", key.usage)}
            {key.endpointsOff > 0 && (
              <span className="block">
                <Badge tone="danger" icon={circleAlert} bare>
                  {t("endpointsOff", { count: key.endpointsOff })}
                </Badge>
              </span>
            )}
          </TableCell>
        </TableRow>
      ))}
    </DataTable>
  );
}

/** Marks expired keys and those that expire soon. */
export function KeyExpiry({
  apiKey: { state, lastDay, endsSoon },
}: {
  apiKey: Pick<KeyRow, "state" | "lastDay" | "endsSoon">;
}) {
  const t = useTranslations("desk.keys");
  const { mediumDay } = useDateFormats();
  if (state === "revoked")
    return (
      <Badge icon={cross} tone="off">
        {t("states.revoked")}
      </Badge>
    );
  if (lastDay === "") return t("noEnd");
  const day = mediumDay(lastDay);
  if (state === "works" && !endsSoon) return day;
  return (
    <Badge icon={clock} tone={state === "ended" ? "danger" : "wait"}>
      {t(state === "ended" ? "states.ended" : "states.soon", { day })}
    </Badge>
  );
}
