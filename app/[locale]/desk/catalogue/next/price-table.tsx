import { useFormatter, useTranslations } from "next-intl";
import { DataTable, RowHead, TableCell, TableRow } from "@/components/ui/data-table";
import type { NewYear } from "@/lib/office/catalogue/new-year";

/** Each price that becomes another, beside what it was. */
export function PriceTable({
  prices,
  years: [before, after],
}: {
  prices: NewYear["prices"];
  years: [string, string];
}) {
  const t = useTranslations("desk.catalogue");
  const format = useFormatter();
  const euros = (amount: number) => format.number(amount, { style: "currency", currency: "EUR" });
  if (prices.length === 0) return <p className="py-3">{t("next.samePrices")}</p>;
  return (
    <DataTable
      caption={t("next.prices")}
      cards={false}
      columns={[
        { key: "name", label: t("one.subjects") },
        { key: "old", label: before, number: true },
        { key: "now", label: after, number: true },
        { key: "more", label: t("next.more"), number: true },
      ]}
    >
      {prices.map(({ name, old, now }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two subjects may have one name
        <TableRow key={at}>
          <RowHead>{name}</RowHead>
          <TableCell number>{euros(old)}</TableCell>
          <TableCell number>{euros(now)}</TableCell>
          <TableCell number>
            {format.number(now - old, { style: "currency", currency: "EUR", signDisplay: "always" })}
          </TableCell>
        </TableRow>
      ))}
    </DataTable>
  );
}
