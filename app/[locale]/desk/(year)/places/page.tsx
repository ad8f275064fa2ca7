import { useTranslations } from "next-intl";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { DeskPage } from "@/components/desk/desk-page";
import { NoSchoolYear } from "@/components/desk/no-school-year";
import type { FormAction } from "@/components/forms/action-state";
import { HiddenField, SelectField, SubmitButton, TextField } from "@/components/forms/fields";
import { SeatKey } from "@/components/ui/charts/places-bar";
import { type PlaceOverview, readPlaceOverview } from "@/lib/desk/places/queries";
import { Link } from "@/lib/i18n/navigation";
import { hasPermission } from "@/lib/people/staff/permissions";
import { saveLimitsAction } from "./actions";
import { PlacesTable } from "./places-table";

/** Places of a year: limits and occupancy (desk 20). */
export default defineDeskPage(
  "read",
  "decisions.places",
  async ({ t, actor, query: { year: wanted, said } }) => {
    const { year } = await getSelectedYear(wanted);
    if (!year) return <NoSchoolYear />;
    const numbers = await readPlaceOverview(actor, year.id);
    return (
      <DeskPage title={t("title")} caption={year.year} said={said} lead={t("lead")}>
        <p className="mb-5 flex flex-wrap gap-x-6">
          <Link href={`/desk/places/classes?year=${year.id}`}>{t("classes")}</Link>
          <Link href={`/desk/renewal?year=${year.id}`}>{t("renewal")}</Link>
        </p>
        <div className="mb-8">
          <SeatKey
            words={{ told: t("told"), decided: t("decided"), free: t("free"), waiting: t("waiting") }}
          />
        </div>
        <PlaceForm
          year={year.id}
          numbers={numbers}
          action={hasPermission(actor, "set_places") ? saveLimitsAction : undefined}
        />
      </DeskPage>
    );
  },
);

type Props = {
  year: number;
  numbers: PlaceOverview;
  /** Undefined without the permission. */
  action?: FormAction;
};

function PlaceForm({ year, numbers, action }: Props) {
  const t = useTranslations("decisions.places");
  const tables = (
    <>
      {(["specialities", "syllabi", "pairs"] as const).map((kind) => (
        <PlacesTable
          key={kind}
          title={t(kind)}
          rows={numbers[kind]}
          year={year}
          maySet={action !== undefined}
        />
      ))}
    </>
  );
  if (!action) return tables;
  return (
    <DeskForm key={year} name={`places-${year}`} action={action}>
      <input type="hidden" name="year" value={year} />
      {tables}
      <NewPair numbers={numbers} />
      <SubmitButton>{t("save")}</SubmitButton>
    </DeskForm>
  );
}

function NewPair({ numbers: { specialities, syllabi } }: { numbers: PlaceOverview }) {
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
