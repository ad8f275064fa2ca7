import { useTranslations } from "next-intl";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getFreePlacesValues } from "@/components/desk/enrollment/free-places";
import { SelectField, SubmitButton, TextAreaField, TextField } from "@/components/forms/fields";
import type { getBulkOptions } from "@/lib/desk/bulk/preview";
import { type BulkInput, type BulkKind, isBulkDecision } from "@/lib/desk/bulk/schema";
import { chooseBulkAction } from "./actions";
import { GroupMailFields } from "./group-mail-fields";

type Named = { id: number; name: string };

export type BulkOptions = Awaited<ReturnType<typeof getBulkOptions>>;

type Props = {
  kind: BulkKind;
  input: BulkInput;
  choices: BulkOptions;
};

/** Input of a bulk action; the next page previews it. */
export function BulkForm({ kind, input, choices }: Props) {
  const t = useTranslations("desk.bulk");
  return (
    <DeskForm key={kind} name={`choose-${kind}`} action={chooseBulkAction} className="max-w-column">
      <input type="hidden" name="kind" value={kind} />
      <p className="mb-6">{t(`about.${kind}`)}</p>
      {choices.waitedFor.length > 0 && <WaitedFor rows={choices.waitedFor} />}
      {kind === "waiting" && <PlaceFields input={input} choices={choices} />}
      {kind === "rejected" && <ReasonFields input={input} choices={choices} />}
      {kind === "label" && <LabelField input={input} labels={choices.labels} />}
      {kind === "write" && <GroupMailFields input={input} {...choices.letter} />}
      {isBulkDecision(kind) && <NotificationField input={input} minutes={choices.minutes} />}
      <SubmitButton>{t("look")}</SubmitButton>
    </DeskForm>
  );
}

/** Free places with a waiting list (admission 10). */
function WaitedFor({ rows }: { rows: BulkOptions["waitedFor"] }) {
  const t = useTranslations("desk.bulk");
  const left = useTranslations("decisions.form");
  return (
    <section aria-labelledby="waited-for" className="mb-6">
      <h2 id="waited-for" className="mb-2 font-sans text-base">
        {t("waitedFor")}
      </h2>
      <ul className="text-small">
        {rows.map(({ name, ...row }) => (
          <li key={name}>
            {name}: {left("left", getFreePlacesValues(row))}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Part = { input: BulkInput; choices: BulkOptions };

function PlaceFields({ input, choices: { specialities, syllabi } }: Part) {
  const t = useTranslations("desk.bulk");
  const form = useTranslations("decisions.form");
  const options = (rows: Named[]) => rows.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <SelectField
        name="speciality"
        label={form("speciality")}
        blank={t("firstWish")}
        options={options(specialities)}
        defaultValue={String(input.specialityId ?? "")}
      />
      <SelectField
        name="syllabus"
        label={form("syllabus")}
        blank={t("firstWish")}
        options={options(syllabi)}
        defaultValue={String(input.syllabusId ?? "")}
      />
    </>
  );
}

function ReasonFields({ input, choices: { reasons } }: Part) {
  const t = useTranslations("decisions.form");
  return (
    <>
      <SelectField
        name="reason"
        label={t("reason")}
        blank={t("chooseReason")}
        options={reasons.map(({ code, words }) => ({ value: code, label: words }))}
        defaultValue={input.reason}
      />
      <TextAreaField
        name="words"
        rows={4}
        maxLength={2000}
        label={t("words")}
        hint={t("wordsHint")}
        defaultValue={input.words}
      />
      <TextAreaField
        name="inside"
        rows={2}
        maxLength={2000}
        label={t("inside")}
        hint={t("insideHint")}
        defaultValue={input.internalReason}
      />
    </>
  );
}

function LabelField({ input, labels }: { input: BulkInput; labels: Named[] }) {
  const t = useTranslations("desk.labels");
  return (
    <>
      <TextField
        name="label"
        label={t("label")}
        hint={t("hint")}
        maxLength={40}
        list="known-labels"
        autoComplete="off"
        defaultValue={input.label}
      />
      <datalist id="known-labels">
        {labels.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}

function NotificationField({ input, minutes }: { input: BulkInput; minutes: number }) {
  const t = useTranslations("decisions.form");
  const tellings = [
    ...(minutes > 0 ? [{ value: "held", label: t("held", { minutes }) }] : []),
    { value: "with_list", label: t("with_list") },
    { value: "now", label: t("now") },
  ];
  return <SelectField name="tell" label={t("tell")} options={tellings} defaultValue={input.tell} />;
}
