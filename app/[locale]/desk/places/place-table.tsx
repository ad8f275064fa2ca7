import { useTranslations } from "next-intl";
import { Kept, TextField } from "@/components/action/fields";
import type { NamedPlace } from "@/lib/office/places";

const numbers = ["told", "decided", "wanted", "waiting"] as const;

/** The name of a place's field in the form, and in the address of nothing. */
export const limitField = ({ specialityId, syllabusId }: Pick<NamedPlace, "specialityId" | "syllabusId">) =>
  `limit-${specialityId ?? ""}-${syllabusId ?? ""}`;

type Table = { maySet: boolean };

/** Places with their numbers; a card each on a phone. */
export function PlaceTable({ title, rows, maySet }: Table & { title: string; rows: NamedPlace[] }) {
  const t = useTranslations("decisions.places");
  if (rows.length === 0) return null;
  return (
    <table className="mb-8 block w-full border-collapse text-small md:table">
      <caption className="mb-2 block text-left text-heading font-head font-bold md:table-caption">
        {title}
      </caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {(["name", "limit", ...numbers] as const).map((column) => (
            <th key={column} scope="col" className="border-b-2 border-line py-2 pr-4 text-left font-semibold">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {rows.map((row) => (
          <Row key={limitField(row)} row={row} maySet={maySet} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, maySet }: Table & { row: NamedPlace }) {
  const t = useTranslations("decisions.places");
  const { name, limit, wantedFirst: wanted, ...counts } = row;
  const given = limit === null ? "" : String(limit);
  const over = limit !== null && row.decided > limit;
  return (
    <tr className="mb-4 block rounded-card border border-hairline bg-surface p-4 md:table-row md:rounded-none md:border-0 md:border-b md:bg-transparent md:p-0">
      <th scope="row" className="block pb-1 text-left font-semibold md:table-cell md:py-2 md:pr-4">
        {name}
      </th>
      <td className="block md:table-cell md:py-1 md:pr-4 [&>div]:mb-2 md:[&>div]:mb-0">
        {maySet ? (
          <>
            <TextField
              name={limitField(row)}
              label={<span className="md:sr-only">{t("limitOf", { name })}</span>}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-28"
              defaultValue={given}
            />
            <Kept name={`was-${limitField(row)}`} value={given} />
          </>
        ) : (
          (limit ?? "–")
        )}
      </td>
      {numbers.map((column) => (
        <td key={column} className="inline-block pr-4 md:table-cell md:py-2">
          <span className="text-muted md:sr-only">{t(column)} </span>
          <span className={over && column === "decided" ? "font-semibold text-danger" : undefined}>
            {column === "wanted" ? wanted : counts[column]}
          </span>
        </td>
      ))}
    </tr>
  );
}
