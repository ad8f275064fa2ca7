import { useTranslations } from "next-intl";
import type { FormAction } from "@/components/action/action-state";
import { Choice, Kept, Submit, TextField } from "@/components/action/fields";
import { DeskPage } from "@/components/desk/desk-page";
import { SeatKey } from "@/components/ui/seat-bar";
import { Link } from "@/lib/i18n/navigation";
import { type PlaceOverview, readPlaceOverview } from "@/lib/desk/places/queries";
import { hasPermission } from "@/lib/people/staff/permissions";
import { DeskForm } from "../desk-form";
import { deskPage } from "../desk-page";
import { deskYear } from "../desk-year";
import { NoYear } from "../no-year";
import { placesAction } from "./actions";
import { PlaceTable } from "./place-table";

/** How many places there are, and how they stand (desk 20). */
export default deskPage("read", "decisions.places", async ({ t, actor, query: { year: wanted, said } }) => {
  const { year } = await deskYear(wanted);
  if (!year) return <NoYear />;
  const numbers = await readPlaceOverview(actor, year.id);
  return (
    <DeskPage title={t("title")} caption={year.year} said={said} lead={t("lead")}>
      <p className="mb-5">
        <Link href={`/desk/renewal?year=${year.id}`}>{t("renewal")}</Link>
      </p>
      <div className="mb-8">
        <SeatKey words={{ told: t("told"), decided: t("decided"), free: t("free"), waiting: t("waiting") }} />
      </div>
      <PlaceForm
        year={year.id}
        numbers={numbers}
        action={hasPermission(actor, "set_places") ? placesAction : undefined}
      />
    </DeskPage>
  );
});

type Props = {
  year: number;
  numbers: PlaceOverview;
  /** Undefined for whoever may not set places. */
  action?: FormAction;
};

/** Every place of a year with its limit and its numbers (desk 20). */
function PlaceForm({ year, numbers, action }: Props) {
  const t = useTranslations("decisions.places");
  const tables = (
    <>
      {(["specialities", "syllabi", "pairs"] as const).map((kind) => (
        <PlaceTable
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
      <Submit>{t("save")}</Submit>
    </DeskForm>
  );
}

function NewPair({ numbers: { specialities, syllabi } }: { numbers: PlaceOverview }) {
  const t = useTranslations("decisions");
  const none = t("form.none");
  return (
    <fieldset className="mb-4 grid gap-x-4 sm:grid-cols-3">
      <legend className="mb-2 font-head text-heading font-bold">{t("places.newPair")}</legend>
      <Choice
        name="pairSpeciality"
        label={t("form.speciality")}
        blank={none}
        options={specialities.map(({ specialityId, name }) => ({ value: String(specialityId), label: name }))}
      />
      <Choice
        name="pairSyllabus"
        label={t("form.syllabus")}
        blank={none}
        options={syllabi.map(({ syllabusId, name }) => ({ value: String(syllabusId), label: name }))}
      />
      <Kept name="was-pairLimit" value="" />
      <TextField name="pairLimit" label={t("places.limit")} inputMode="numeric" autoComplete="off" />
    </fieldset>
  );
}
