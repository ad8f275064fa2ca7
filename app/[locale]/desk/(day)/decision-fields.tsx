import { useTranslations } from "next-intl";
import { SelectField, TextAreaField } from "@/components/forms/fields";
import type { Option } from "@/components/ui/controls/select";
import type { BulkInput } from "@/lib/desk/bulk/schema";

type PlaceProps = {
  blank: string;
  specialities: Option[];
  syllabi: Option[];
  value: { specialityId?: number | null | undefined; syllabusId?: number | null | undefined };
};

export function PlaceFields({ blank, specialities, syllabi, value }: PlaceProps) {
  const t = useTranslations("decisions.form");
  const fields = [
    { name: "speciality", options: specialities, defaultValue: String(value.specialityId ?? "") },
    { name: "syllabus", options: syllabi, defaultValue: String(value.syllabusId ?? "") },
  ] as const;
  return fields.map((field) => (
    <SelectField key={field.name} {...field} label={t(field.name)} blank={blank} />
  ));
}

type ReasonProps = {
  reasons: { code: string; text: string }[] | undefined;
  /** The reason is one for exceeding a limit. */
  isException?: boolean;
  hasText?: boolean;
  /** Nothing may be written about an erased student. */
  isErased?: boolean;
  input?: Pick<Partial<BulkInput>, "reason" | "words" | "internalReason">;
};

/** The reason and its text are sent to the family; the last text stays internal. */
export function ReasonFields({ reasons, isException, hasText = true, isErased, input = {} }: ReasonProps) {
  const t = useTranslations("decisions.form");
  const inside = { name: "inside", rows: 2, value: input.internalReason } as const;
  const words = { name: "words", rows: 4, value: input.words } as const;
  const texts = isErased ? [] : hasText ? [words, inside] : [inside];
  return (
    <>
      {reasons && (
        <SelectField
          name="reason"
          label={t(isException ? "exception" : "reason")}
          blank={t(isException ? "noException" : "chooseReason")}
          options={reasons.map(({ code, text }) => ({ value: code, label: text }))}
          defaultValue={input.reason}
        />
      )}
      {texts.map(({ name, rows, value }) => (
        <TextAreaField
          key={name}
          name={name}
          rows={rows}
          maxLength={2000}
          label={t(name)}
          hint={t(`${name}Hint`)}
          defaultValue={value}
        />
      ))}
    </>
  );
}

export function NotificationField({ minutes, value }: { minutes: number; value: BulkInput["tell"] }) {
  const t = useTranslations("decisions.form");
  const options = [
    ...(minutes > 0 ? [{ value: "held", label: t("held", { minutes }) }] : []),
    { value: "now", label: t("now") }, // before the list: the default without a delay
    { value: "with_list", label: t("with_list") },
  ];
  return <SelectField name="tell" label={t("tell")} options={options} defaultValue={value} />;
}
