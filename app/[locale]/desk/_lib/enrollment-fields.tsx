import { useTranslations } from "next-intl";
import { getLocale } from "next-intl/server";
import { getCountryLists } from "@/app/[locale]/_lib/country-lists";
import { DateField } from "@/components/forms/date-field";
import { SelectField, TextAreaField, TextField } from "@/components/forms/fields";
import type { Option } from "@/components/ui/controls/select";
import { getDocumentAdviceTexts } from "@/components/wizard/fields/advice-texts";
import { DocumentField, PhoneField } from "@/components/wizard/fields/advised-controls";
import { keepPlaceholders } from "@/components/wizard/fields/fill-text";
import type { PartAnswers, PartOptions } from "@/lib/desk/correction/queries";
import { createAnswerLabels } from "@/lib/desk/record/answer-labels";
import type { AnswerLabels } from "@/lib/desk/record/queries";
import type { FieldName, OptionList } from "@/lib/enrollment/fields";
import { documentTypes, experienceOptions } from "@/lib/reference/values";
import { getSettings } from "@/lib/school/settings";
import { toRawInput } from "@/lib/wizard/form-values";
import type { PhoneLengths } from "@/lib/wizard/normalise-input";
import { getField, getOptionsList } from "@/lib/wizard/questions";

type Props = {
  fields: readonly FieldName[];
  /** Current answers. */
  answers: PartAnswers;
  options: PartOptions;
};

export async function EnrollmentFields({ fields, answers, options }: Props) {
  const [locale, school] = await Promise.all([getLocale(), getSettings()]);
  const labels = createAnswerLabels(locale, options);
  const countryLists = getCountryLists(locale, school);
  const getOptions = createOptionGetter(options, countryLists, labels);
  return fields.map((field) => (
    <EnrollmentField
      key={field}
      field={field}
      label={labels.label(field)}
      input={toRawInput({ [field]: answers[field] }, [field])}
      options={withStored(getOptions(field), field, answers[field], labels)}
      phoneLengths={countryLists.phoneLengths}
    />
  ));
}

function createOptionGetter(
  { specialities, syllabi }: PartOptions,
  { countries, prefixes }: ReturnType<typeof getCountryLists>,
  labels: AnswerLabels,
) {
  const toOptions = (list: PartOptions["syllabi"]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  const toAnswerOptions = (field: FieldName, values: readonly string[]) =>
    values.map((value) => ({ value, label: labels.format(field, value) }));
  const lists: Partial<Record<OptionList, Option[]>> = {
    "document-types": toAnswerOptions("student_document_type", documentTypes),
    countries,
    prefixes,
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
  phoneLengths: PhoneLengths;
};

/** A wizard field at the desk; the control follows from the field's table. */
function EnrollmentField({ field, label, input, options, phoneLengths }: EnrollmentFieldProps) {
  const wizard = useTranslations("wizard");
  const t = useTranslations("wizard.fields");
  const none = useTranslations("desk.correct")("none");
  const { control, maxLength } = getField(field);
  const shared = { name: field, label, defaultValue: input[field] ?? "" };
  const textField = { ...shared, autoComplete: "off", spellCheck: false };
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
      return <SelectField {...shared} options={options} blank={none} />;
    case "long-text":
      return <TextAreaField {...shared} rows={4} maxLength={maxLength} />;
    case "document":
      return <DocumentField {...textField} adviceTexts={getDocumentAdviceTexts(wizard)} />;
    case "phone":
      return (
        <PhoneField
          {...textField}
          type="tel"
          inputMode="tel"
          lengths={phoneLengths}
          adviceText={wizard("fields.phone.odd", keepPlaceholders("prefix", "usual", "count"))}
        />
      );
    case "email":
      return <TextField {...textField} type="email" inputMode="email" />;
    default:
      return <TextField {...textField} />;
  }
}
