import { useTranslations } from "next-intl";
import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { saveLimitsAction } from "@/app/[locale]/desk/(year)/places/actions";
import { DeskPage } from "@/components/desk/desk-page";
import type { FormAction } from "@/components/forms/action-state";
import { HiddenField, SelectField, SubmitButton, TextField } from "@/components/forms/fields";
import { Legend, PlacesBar } from "@/components/ui/charts/places-bar";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Section } from "@/components/ui/section";
import { getListUrl } from "@/lib/desk/list/filters";
import { type NamedPlaceCounts, readPlaceOverview } from "@/lib/desk/places/queries";
import { Link } from "@/lib/i18n/navigation";
import { hasPermission } from "@/lib/people/staff/permissions";

type PlaceOverview = Awaited<ReturnType<typeof readPlaceOverview>>;

/** Places of a year: limits and occupancy (desk 20). */
export default defineYearPage("read", "decisions.places", async ({ t, actor, year, query: { said } }) => {
  const overview = await readPlaceOverview(actor, year.id);
  return (
    <DeskPage title={t("title")} caption={year.year} flash={said} intro={t("lead")}>
      <p className="mb-5 flex flex-wrap gap-x-6">
        <Link href={`/desk/places/classes?year=${year.id}`}>{t("classes")}</Link>
        <Link href={`/desk/renewal?year=${year.id}`}>{t("renewal")}</Link>
      </p>
      <div className="mb-8">
        <Legend getText={(part) => t(`legend.${part}`)} />
      </div>
      <PlaceForm
        year={year.id}
        overview={overview}
        action={hasPermission(actor, "set_places") ? saveLimitsAction : undefined}
      />
    </DeskPage>
  );
});

type Props = {
  year: number;
  overview: PlaceOverview;
  /** Undefined without the permission. */
  action?: FormAction;
};

function PlaceForm({ year, overview, action }: Props) {
  const t = useTranslations("decisions.places");
  const tables = (
    <>
      {(["specialities", "syllabi", "pairs"] as const).map((kind) => (
        <PlacesTable
          key={kind}
          title={t(kind)}
          rows={overview[kind]}
          year={year}
          canSet={action !== undefined}
        />
      ))}
    </>
  );
  if (!action) return tables;
  return (
    <DeskForm key={year} name={`places-${year}`} action={action}>
      <input type="hidden" name="year" value={year} />
      {tables}
      <NewPairFields numbers={overview} />
      <SubmitButton>{t("save")}</SubmitButton>
    </DeskForm>
  );
}

function NewPairFields({ numbers: { specialities, syllabi } }: { numbers: PlaceOverview }) {
  const t = useTranslations("decisions");
  const none = t("form.none");
  return (
    <fieldset className="mb-4 grid gap-x-4 sm:grid-cols-3">
      <legend className="mb-2 font-head text-heading font-bold">{t("places.newPair")}</legend>
      <SelectField
        name="pairSpeciality"
        label={t("form.speciality")}
        blank={none}
        options={specialities.map(({ specialityId, name }) => ({ value: String(specialityId), label: name }))}
      />
      <SelectField
        name="pairSyllabus"
        label={t("form.syllabus")}
        blank={none}
        options={syllabi.map(({ syllabusId, name }) => ({ value: String(syllabusId), label: name }))}
      />
      <HiddenField name="was-pairLimit" value="" />
      <TextField name="pairLimit" label={t("places.limit")} inputMode="numeric" autoComplete="off" />
    </fieldset>
  );
}

const getLimitFieldName = ({
  specialityId,
  syllabusId,
}: Pick<NamedPlaceCounts, "specialityId" | "syllabusId">) =>
  `limit-${specialityId ?? ""}-${syllabusId ?? ""}`;

type Shared = { year: number; canSet: boolean };

/** Cards on a phone. */
function PlacesTable({ title, rows, ...table }: Shared & { title: string; rows: PlaceOverview["pairs"] }) {
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

function Row({ row, year, canSet }: Shared & { row: PlaceOverview["pairs"][number] }) {
  const [t, dayTexts] = [useTranslations("decisions.places"), useTranslations("desk.day")];
  const { name, limit, notified, decided, firstChoices, waiting } = row;
  return (
    <TableRow>
      <TableRowHeader className="max-md:w-auto! max-md:grow">
        <Link href={getListUrl(toListQuery(row, year))} className="text-ink">
          {name}
        </Link>
      </TableRowHeader>
      <TableCell
        className="max-md:flex! max-md:items-center max-md:gap-2 [&>div]:mb-0"
        data-label={t("limit")}
      >
        {canSet ? <LimitField row={row} /> : (limit ?? "–")}
      </TableCell>
      <TableCell className="max-md:order-1 max-md:w-full">
        {limit === null ? (
          <span className="text-small text-muted">{t("unlimited")}</span>
        ) : (
          <PlacesBar
            label={dayTexts("seatsInWords", {
              name,
              told: notified,
              decided: decided - notified,
              limit,
              waiting,
            })}
            notified={notified}
            decided={decided - notified}
            waiting={waiting}
            limit={limit}
          />
        )}
      </TableCell>
      <TableCell number data-label={t("given")}>
        {decided}
        {decided > notified && (
          <span className="text-fine text-muted md:block"> {t("untold", { count: decided - notified })}</span>
        )}
      </TableCell>
      <TableCell number data-label={t("free")}>
        <FreePlaces limit={limit} decided={decided} />
      </TableCell>
      <TableCell number data-label={t("wanted")}>
        {firstChoices}
      </TableCell>
      <TableCell number data-label={t("waiting")}>
        {waiting}
      </TableCell>
    </TableRow>
  );
}

const toListQuery = ({ specialityId, syllabusId }: NamedPlaceCounts, year: number) => ({
  filters: { year, speciality: specialityId ?? undefined, syllabus: syllabusId ?? undefined },
  sort: "newest" as const,
});

function LimitField({ row }: { row: NamedPlaceCounts }) {
  const t = useTranslations("decisions.places");
  const limit = row.limit === null ? "" : String(row.limit);
  return (
    <>
      <TextField
        name={getLimitFieldName(row)}
        label={<span className="sr-only">{t("limitOf", { name: row.name })}</span>}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-24 text-end"
        defaultValue={limit}
      />
      <HiddenField name={`was-${getLimitFieldName(row)}`} value={limit} />
    </>
  );
}

function FreePlaces({ limit, decided }: { limit: number | null; decided: number }) {
  const t = useTranslations("decisions.places");
  if (limit === null) return "–";
  if (decided > limit) return <b className="text-danger">{t("over", { count: decided - limit })}</b>;
  return limit - decided;
}
