import { useTranslations } from "next-intl";
import { getLocale } from "next-intl/server";
import { DateField } from "@/components/forms/date-field";
import { SelectField, TextAreaField, TextField } from "@/components/forms/fields";
import type { Option } from "@/components/ui/controls/select";
import { getCountryOptions, getPrefixOptions } from "@/components/wizard/fields/select-options";
import type { PartAnswers, PartOptions } from "@/lib/desk/correction/queries";
import { createAnswerLabels } from "@/lib/desk/record/answer-labels";
import type { AnswerLabels } from "@/lib/desk/record/queries";
import type { Control, FieldName, OptionList } from "@/lib/enrollment/fields";
import { listCallingCodes } from "@/lib/reference/phone-numbers";
import { documentTypes, experienceOptions } from "@/lib/reference/values";
import { getSettings } from "@/lib/school/settings";
import { toRawInput } from "@/lib/wizard/form-values";
import { getField, getOptionsList } from "@/lib/wizard/questions";

type Props = {
  fields: readonly FieldName[];
  /** Current answers. */
  answers: PartAnswers;
  options: PartOptions;
};

export async function EnrollmentFields({ fields, answers, options }: Props) {
  const labels = createAnswerLabels(await getLocale(), options);
  const getOptions = await createOptionGetter(options, labels);
  return fields.map((field) => (
    <EnrollmentField
      key={field}
      field={field}
      label={labels.label(field)}
      input={toRawInput({ [field]: answers[field] }, [field])}
      options={withStored(getOptions(field), field, answers[field], labels)}
    />
  ));
}

async function createOptionGetter({ specialities, syllabi }: PartOptions, labels: AnswerLabels) {
  const [locale, { supported_countries: countries }] = await Promise.all([getLocale(), getSettings()]);
  const toOptions = (list: PartOptions["syllabi"]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  const toAnswerOptions = (field: FieldName, values: readonly string[]) =>
    values.map((value) => ({ value, label: labels.format(field, value) }));
  const lists: Partial<Record<OptionList, Option[]>> = {
    "document-types": toAnswerOptions("student_document_type", documentTypes),
    countries: getCountryOptions(countries, locale),
    prefixes: getPrefixOptions(listCallingCodes(countries), locale),
    specialities: toOptions(specialities),
    syllabi: toOptions(syllabi),
    experience: toAnswerOptions(
      "student_experience_years",
      experienceOptions.map(({ key }) => key),
    ),
  };
  const yesOrNo = (field: FieldName) =>
    [true, false].map((answer) => ({ value: answer ? "yes" : "no", label: labels.format(field, answer) }));
  return (field: FieldName) => {
    const list = getOptionsList(field);
    return list === "yes-no" ? yesOrNo(field) : ((list && lists[list]) ?? []);
  };
}

/** Keeps a stored value that is no longer offered. */
function withStored(options: Option[], field: FieldName, stored: unknown, labels: AnswerLabels): Option[] {
  const value = toRawInput({ [field]: stored }, [field])[field] ?? "";
  if (value === "" || options.some((option) => option.value === value)) return options;
  return [{ value, label: labels.format(field, stored) }, ...options];
}

type EnrollmentFieldProps = {
  field: FieldName;
  label: string;
  /** Input by control name. */
  input: Record<string, string>;
  /** For selects and radio buttons. */
  options: Option[];
};

const inputs: Partial<Record<Control, { type?: string; inputMode?: "email" | "tel" }>> = {
  email: { type: "email", inputMode: "email" },
  phone: { type: "tel", inputMode: "tel" },
};

/** A wizard field at the desk; the control follows from the field's table. */
function EnrollmentField({ field, label, input, options }: EnrollmentFieldProps) {
  const t = useTranslations("wizard.fields");
  const none = useTranslations("desk.correct")("none");
  const { control, maxLength } = getField(field);
  switch (control) {
    case "date":
      return (
        <DateField
          name={field}
          label={label}
          texts={{ day: t("day"), month: t("month"), year: t("year") }}
          initial={input}
        />
      );
    case "choice":
    case "number-choice":
    case "yes-no":
      return (
        <SelectField
          name={field}
          label={label}
          options={options}
          blank={none}
          defaultValue={input[field] ?? ""}
        />
      );
    case "long-text":
      return (
        <TextAreaField
          name={field}
          label={label}
          rows={4}
          maxLength={maxLength}
          defaultValue={input[field] ?? ""}
        />
      );
    default:
      return (
        <TextField
          name={field}
          label={label}
          autoComplete="off"
          spellCheck={false}
          defaultValue={input[field] ?? ""}
          {...inputs[control]}
        />
      );
  }
}
