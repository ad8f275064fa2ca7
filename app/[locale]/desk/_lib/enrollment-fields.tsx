import { getLocale } from "next-intl/server";
import { EnrollmentField } from "@/app/[locale]/desk/_lib/enrollment-field";
import type { Option } from "@/components/ui/controls/select";
import { getCountryOptions, getPrefixOptions } from "@/components/wizard/fields/select-options";
import type { PartAnswers, PartOptions } from "@/lib/desk/correction/queries";
import { createAnswerLabels } from "@/lib/desk/record/answer-labels";
import type { AnswerLabels } from "@/lib/desk/record/queries";
import type { FieldName, List } from "@/lib/enrollment/fields";
import { listCallingCodes } from "@/lib/reference/phone-numbers";
import { documentTypes, experienceOptions } from "@/lib/reference/values";
import { getSettings } from "@/lib/school/settings";
import { toRawInput } from "@/lib/wizard/form-values";
import { getOptionsList } from "@/lib/wizard/questions";

type Props = {
  fields: readonly FieldName[];
  /** Current answers. */
  all: PartAnswers;
  choices: PartOptions;
};

export async function EnrollmentFields({ fields, all, choices }: Props) {
  const words = createAnswerLabels(await getLocale(), choices);
  const optionsOf = await lists(choices, words);
  return fields.map((field) => (
    <EnrollmentField
      key={field}
      field={field}
      label={words.label(field)}
      typed={toRawInput({ [field]: all[field] }, [field])}
      options={withStored(optionsOf(field), field, all[field], words)}
    />
  ));
}

async function lists({ specialities, syllabi }: PartOptions, words: AnswerLabels) {
  const [locale, { supported_countries: countries }] = await Promise.all([getLocale(), getSettings()]);
  const named = (list: PartOptions["syllabi"]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  const said = (field: FieldName, values: readonly string[]) =>
    values.map((value) => ({ value, label: words.say(field, value) }));
  const known: Partial<Record<List, Option[]>> = {
    "document-types": said("student_document_type", documentTypes),
    countries: getCountryOptions(countries, locale),
    prefixes: getPrefixOptions(listCallingCodes(countries), locale),
    specialities: named(specialities),
    syllabi: named(syllabi),
    experience: said(
      "student_experience_years",
      experienceOptions.map(({ key }) => key),
    ),
  };
  const yesOrNo = (field: FieldName) =>
    [true, false].map((answer) => ({ value: answer ? "yes" : "no", label: words.say(field, answer) }));
  return (field: FieldName) => {
    const list = getOptionsList(field);
    return list === "yes-no" ? yesOrNo(field) : ((list && known[list]) ?? []);
  };
}

/** Keeps a stored value that is no longer offered. */
function withStored(options: Option[], field: FieldName, stored: unknown, words: AnswerLabels): Option[] {
  const value = toRawInput({ [field]: stored }, [field])[field] ?? "";
  if (value === "" || options.some((option) => option.value === value)) return options;
  return [{ value, label: words.say(field, stored) }, ...options];
}
