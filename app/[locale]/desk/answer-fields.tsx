import { getLocale } from "next-intl/server";
import { AnswerField } from "@/components/desk/answer-field";
import { countryOptions, prefixOptions } from "@/components/form/options";
import type { Option } from "@/components/ui/select";
import type { PartChoices } from "@/lib/enrollment/correct/choices";
import type { Answers } from "@/lib/enrollment/correct/to-correct";
import type { FieldName, List } from "@/lib/enrollment/fields";
import { typedFrom } from "@/lib/form/form-values";
import { listOf } from "@/lib/form/questions";
import type { Locale } from "@/lib/i18n/locales";
import { type AnswerWords, answerWords } from "@/lib/office/answer-words";
import { callingCodes } from "@/lib/reference/calling-codes";
import { documentTypes, experienceOptions } from "@/lib/reference/lists";
import { settings } from "@/lib/school/settings";

type Props = {
  fields: readonly FieldName[];
  /** What is answered already. */
  all: Answers;
  choices: PartChoices;
};

/** Fields of the enrollment form as the desk asks them, in its order. */
export async function AnswerFields({ fields, all, choices }: Props) {
  const words = answerWords((await getLocale()) as Locale, choices);
  const optionsOf = await lists(choices, words);
  return fields.map((field) => (
    <AnswerField
      key={field}
      field={field}
      label={words.label(field)}
      typed={typedFrom({ [field]: all[field] }, [field])}
      options={withStored(optionsOf(field), field, all[field], words)}
    />
  ));
}

/** What can be chosen for a field. */
async function lists({ specialities, syllabi }: PartChoices, words: AnswerWords) {
  const [locale, { supported_countries: countries }] = await Promise.all([getLocale(), settings()]);
  const named = (list: PartChoices["syllabi"]) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  const said = (field: FieldName, values: readonly string[]) =>
    values.map((value) => ({ value, label: words.say(field, value) }));
  const known: Partial<Record<List, Option[]>> = {
    "document-types": said("student_document_type", documentTypes),
    countries: countryOptions(countries, locale),
    prefixes: prefixOptions(callingCodes(countries), locale),
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
    const list = listOf(field);
    return list === "yes-no" ? yesOrNo(field) : ((list && known[list]) ?? []);
  };
}

/** What is stored can be kept, also when the school no longer offers it. */
function withStored(options: Option[], field: FieldName, stored: unknown, words: AnswerWords): Option[] {
  const value = typedFrom({ [field]: stored }, [field])[field] ?? "";
  if (value === "" || options.some((option) => option.value === value)) return options;
  return [{ value, label: words.say(field, stored) }, ...options];
}
