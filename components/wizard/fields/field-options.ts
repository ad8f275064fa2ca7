import type { Option, OptionGroup } from "@/components/ui/controls/select";
import type { OptionList } from "@/lib/enrollment/fields";
import { documentTypes, experienceOptions } from "@/lib/reference/values";
import { getOptionsList } from "@/lib/wizard/questions";
import type { FormField } from "@/lib/wizard/types";
import { getFieldText, type WizardTranslator } from "./field-texts";
import type { OptionWithHint } from "./select-options";
import type { StepFieldData } from "./step-field-data";

type GetOptions = (
  data: StepFieldData,
  t: WizardTranslator,
  field: FormField,
) => { options: OptionWithHint[] } | { groups: (Option | OptionGroup)[] };

/** Short lists are radio buttons, long ones a select. */
const lists: Record<OptionList, GetOptions> = {
  years: ({ years }) => ({ options: years }),
  "document-types": (_, t) => ({
    options: documentTypes.map((type) => ({ value: type, label: t(`fields.documentTypes.${type}`) })),
  }),
  experience: (_, t) => ({
    groups: experienceOptions.map(({ key }) => ({ value: key, label: t(`fields.experience_years.${key}`) })),
  }),
  "yes-no": (_, t, field) => ({
    options: (["yes", "no"] as const).map((value) => ({
      value,
      label: getFieldText(field, value, t) ?? t(value),
    })),
  }),
  countries: ({ countries }) => ({ groups: countries }),
  prefixes: ({ prefixes }) => ({ groups: prefixes }),
  specialities: ({ specialities }) => ({ groups: specialities }),
  syllabi: ({ syllabi }) => ({ groups: syllabi }),
};

/** Undefined for fields without options. */
export function getFieldOptions(field: FormField, data: StepFieldData, t: WizardTranslator) {
  const list = getOptionsList(field);
  return list && lists[list](data, t, field);
}

/** The option's label of an answer. */
export function findFieldOption(field: FormField, value: string, data: StepFieldData, t: WizardTranslator) {
  const list = getFieldOptions(field, data, t);
  if (!list) return;
  const entries: (Option | OptionGroup)[] = "options" in list ? list.options : list.groups;
  return entries
    .flatMap((entry) => ("options" in entry ? entry.options : entry))
    .find((option) => option.value === value);
}
