import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Choice, Kept, Submit, TextField } from "@/components/action/fields";
import type { YearNumbers } from "@/lib/office/places";
import { PlaceTable } from "./place-table";

type Props = {
  year: number;
  numbers: YearNumbers;
  /** Undefined for whoever may not set places. */
  action?: FormAction;
  words: DeskWords;
};

/** Every place of a year with its limit and its numbers (desk 20). */
export function PlaceForm({ year, numbers, action, words }: Props) {
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
    <ActionForm key={year} name={`places-${year}`} action={action} words={words}>
      <input type="hidden" name="year" value={year} />
      {tables}
      <NewPair numbers={numbers} />
      <Submit>{t("save")}</Submit>
    </ActionForm>
  );
}

function NewPair({ numbers: { specialities, syllabi } }: { numbers: YearNumbers }) {
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
