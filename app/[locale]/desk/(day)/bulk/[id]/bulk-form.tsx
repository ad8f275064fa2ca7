import { useTranslations } from "next-intl";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { NotificationField, PlaceFields, ReasonFields } from "@/app/[locale]/desk/(day)/decision-fields";
import { LabelField } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/labels";
import { FreePlaceList } from "@/components/desk/enrollment/places-preview";
import { SubmitButton } from "@/components/forms/fields";
import type { getBulkOptions } from "@/lib/desk/bulk/preview";
import { type BulkInput, type BulkKind, isBulkDecision } from "@/lib/desk/bulk/schema";
import { chooseBulkAction } from "./actions";
import { GroupMailFields } from "./group-mail-fields";

type NamedRow = { id: number; name: string };

export type BulkOptions = Awaited<ReturnType<typeof getBulkOptions>>;

type Props = {
  kind: BulkKind;
  input: BulkInput;
  options: BulkOptions;
};

/** Input of a bulk action; the next page previews it. */
export function BulkForm({ kind, input, options }: Props) {
  const t = useTranslations("desk.bulk");
  return (
    <DeskForm key={kind} name={`choose-${kind}`} action={chooseBulkAction} className="max-w-column">
      <input type="hidden" name="kind" value={kind} />
      <p className="mb-6">{t(`about.${kind}`)}</p>
      {options.freePlaces.length > 0 && (
        <section aria-labelledby="waited-for" className="mb-6">
          <h2 id="waited-for" className="mb-2 font-sans text-base">
            {t("waitedFor")}
          </h2>
          <FreePlaceList rows={options.freePlaces} />
        </section>
      )}
      {kind === "waiting" && (
        <PlaceFields
          blank={t("firstWish")}
          specialities={options.specialities.map(toOption)}
          syllabi={options.syllabi.map(toOption)}
          value={input}
        />
      )}
      {kind === "rejected" && <ReasonFields reasons={options.reasons} input={input} />}
      {kind === "label" && <LabelField labels={options.labels} defaultValue={input.label} />}
      {kind === "write" && <GroupMailFields input={input} {...options.letter} />}
      {isBulkDecision(kind) && <NotificationField minutes={options.minutes} value={options.tell} />}
      <SubmitButton>{t("look")}</SubmitButton>
    </DeskForm>
  );
}

const toOption = ({ id, name }: NamedRow) => ({ value: String(id), label: name });
