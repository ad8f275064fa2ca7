import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { LinkButton } from "@/components/site/link-button";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { type countMailByKind, type MailFilters, mailGroupNames } from "@/lib/desk/mail/queries";
import { Link } from "@/lib/i18n/navigation";
import { addDays, type Day } from "@/lib/platform/dates";
import { getMailPageAddress } from "./parse-mail-query";

type KindCounts = Awaited<ReturnType<typeof countMailByKind>>[number];

type Props = { day: Day; today: Day; counts: KindCounts[]; filters: MailFilters };

/** A day's messages by kind and state, with links. */
export function DayCounts({ day, today, counts, filters }: Props) {
  const t = useTranslations("desk.mail");
  const kinds = useTranslations("mailKinds");
  const { fullDay } = useDateFormats();
  const getDayHref = (otherDay: Day) => getMailPageAddress(otherDay === today ? {} : { day: otherDay });
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2>{fullDay(day)}</h2>
        <LinkButton href={getDayHref(addDays(day, -1))} rel="prev" variant="secondary">
          {t("before")}
        </LinkButton>
        {day < today && (
          <LinkButton href={getDayHref(addDays(day, 1))} rel="next" variant="secondary">
            {t("after")}
          </LinkButton>
        )}
      </div>
      {counts.length === 0 ? (
        <EmptyState>{t("noneOnDay")}</EmptyState>
      ) : (
        <DataTable
          caption={t("tabs.day")}
          columns={[
            { key: "kind", label: t("kind") },
            ...mailGroupNames.map((group) => ({ key: group, label: t(`groups.${group}`), number: true })),
          ]}
        >
          {counts.map(({ kind, ...row }) => (
            <TableRow key={kind}>
              <TableRowHeader>
                <Link href={getMailPageAddress({ day, kind })}>{kinds(`names.${kind}`)}</Link>
              </TableRowHeader>
              {mailGroupNames.map((group) => (
                <TableCell key={group} number data-label={t(`groups.${group}`)}>
                  {row[group] === 0 ? (
                    <span className="text-muted">0</span>
                  ) : (
                    <Link
                      href={getMailPageAddress({ day, kind, group })}
                      aria-label={`${kinds(`names.${kind}`)}, ${t(`groups.${group}`)}: ${row[group]}`}
                    >
                      {row[group]}
                    </Link>
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </DataTable>
      )}
      {(filters.kind || filters.group) && (
        <p className="mt-4">
          {[filters.kind && kinds(`names.${filters.kind}`), filters.group && t(`groups.${filters.group}`)]
            .filter(Boolean)
            .join(" · ")}{" "}
          <Link href={getDayHref(day)}>{t("all")}</Link>
        </p>
      )}
    </>
  );
}
