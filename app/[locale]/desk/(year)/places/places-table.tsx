import { useTranslations } from "next-intl";
import { HiddenField, TextField } from "@/components/forms/fields";
import { PlacesBar } from "@/components/ui/charts/places-bar";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Section } from "@/components/ui/section";
import { getListUrl } from "@/lib/desk/list/filters";
import type { NamedPlaceCounts, PlaceOverview } from "@/lib/desk/places/queries";
import { Link } from "@/lib/i18n/navigation";

export const getLimitFieldName = ({
  specialityId,
  syllabusId,
}: Pick<NamedPlaceCounts, "specialityId" | "syllabusId">) =>
  `limit-${specialityId ?? ""}-${syllabusId ?? ""}`;

type Table = { year: number; maySet: boolean };

/** Cards on a phone. */
export function PlacesTable({
  title,
  rows,
  ...table
}: Table & { title: string; rows: PlaceOverview["pairs"] }) {
  const t = useTranslations("decisions.places");
  if (rows.length === 0) return null;
  return (
    <Section title={title} className="mb-10">
      <DataTable
        caption={title}
        columns={[
          { key: "name", label: t("name") },
          { key: "limit", label: t("limit"), className: "w-24" },
          { key: "bar", label: <span className="sr-only">{t("drawn")}</span>, className: "md:w-2/5" },
          ...(["given", "free", "wanted", "waiting"] as const).map((key) => ({
            key,
            label: t(key),
            number: true,
          })),
        ]}
      >
        {rows.map((row) => (
          <Row key={getLimitFieldName(row)} row={row} {...table} />
        ))}
      </DataTable>
    </Section>
  );
}

function Row({ row, year, maySet }: Table & { row: PlaceOverview["pairs"][number] }) {
  const [t, drawn] = [useTranslations("decisions.places"), useTranslations("desk.day")];
  const { name, limit, told, decided, wantedFirst, waiting } = row;
  return (
    <TableRow>
      <TableRowHeader>
        <Link href={getListUrl(ofPlace(row, year))} className="text-ink">
          {name}
        </Link>
      </TableRowHeader>
      <TableCell className="[&>div]:mb-0" data-label={t("limit")}>
        {maySet ? <Limit row={row} /> : (limit ?? "–")}
      </TableCell>
      <TableCell className="max-md:order-1 max-md:w-full">
        {limit === null ? (
          <span className="text-small text-muted">{t("unlimited")}</span>
        ) : (
          <PlacesBar
            label={drawn("seatsInWords", { name, told, decided: decided - told, limit, waiting })}
            told={told}
            decided={decided - told}
            waiting={waiting}
            limit={limit}
          />
        )}
      </TableCell>
      <TableCell number data-label={t("given")}>
        {decided}
        {decided > told && (
          <span className="text-fine text-muted md:block"> {t("untold", { count: decided - told })}</span>
        )}
      </TableCell>
      <TableCell number data-label={t("free")}>
        <Free limit={limit} decided={decided} />
      </TableCell>
      <TableCell number data-label={t("wanted")}>
        {wantedFirst}
      </TableCell>
      <TableCell number data-label={t("waiting")}>
        {waiting}
      </TableCell>
    </TableRow>
  );
}

const ofPlace = ({ specialityId, syllabusId }: NamedPlaceCounts, year: number) => ({
  filters: { year, speciality: specialityId ?? undefined, syllabus: syllabusId ?? undefined },
  sort: "newest" as const,
});

function Limit({ row }: { row: NamedPlaceCounts }) {
  const t = useTranslations("decisions.places");
  const given = row.limit === null ? "" : String(row.limit);
  return (
    <>
      <TextField
        name={getLimitFieldName(row)}
        label={<span className="sr-only">{t("limitOf", { name: row.name })}</span>}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-24 text-end"
        defaultValue={given}
      />
      <HiddenField name={`was-${getLimitFieldName(row)}`} value={given} />
    </>
  );
}

function Free({ limit, decided }: { limit: number | null; decided: number }) {
  const t = useTranslations("decisions.places");
  if (limit === null) return "–";
  if (decided > limit) return <b className="text-danger">{t("over", { count: decided - limit })}</b>;
  return limit - decided;
}
