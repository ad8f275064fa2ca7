import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { createTermsLink } from "@/components/site/terms-link";
import type { OptionGroup } from "@/components/ui/controls/select";
import { type Choices, teaches } from "@/lib/catalogue/suggest-courses";
import type { Control, Field } from "@/lib/enrollment/fields";
import { getField } from "@/lib/wizard/questions";
import type { FormField } from "@/lib/wizard/types";
import { CourseControl } from "../course-control";
import { getDocumentAdviceTexts } from "./advice-texts";
import { DocumentControl, EmailControl, LongTextControl, PhoneControl } from "./advised-controls";
import { ClaimsField } from "./claims-field";
import { CheckboxControl, DateControl, RadioControl, SelectControl, TextControl } from "./controls";
import { getFieldOptions } from "./field-options";
import { getFieldLabel, getFieldText, getFormAddressee, type WizardTranslator } from "./field-texts";
import { keepPlaceholders } from "./fill-text";
import { getWithoutEmail, type StepFieldData } from "./step-field-data";

type Props = {
  field: FormField;
  data: StepFieldData;
  /** The page's heading, if the page asks only this field. */
  heading?: string;
  /** Required, because it is visible only after a Yes. */
  isRequired?: boolean;
};

/** Properties of every control. */
type ControlProps = { name: string; label: string; heading?: boolean; hint?: string; optional: boolean };

type ControlContext = Props & { entry: Field; shared: ControlProps; token?: string; t: WizardTranslator };

export function FieldControl(props: Props) {
  const t = useTranslations("wizard");
  const { field, data, heading } = props;
  const entry = getField(field);
  const optional = !props.isRequired && isOptional(entry, data);
  const who = getFormAddressee(field, data.branch);
  const shared: ControlProps = {
    name: field,
    label:
      heading ??
      (entry.control === "consent"
        ? ""
        : (getFieldText(field, "question", t, { who }) ?? getFieldLabel(field, data.branch, t))),
    heading: heading !== undefined,
    hint: getFieldText(field, "hint", t, {
      who,
      optional: optional ? "yes" : "no",
      several: data.severalChildren ? "yes" : "no",
      year: String(data.exampleYear - (entry.person === "guardian" ? 30 : 0)),
    }),
    optional,
  };
  const token = entry.autocomplete && (who === "you" ? entry.autocomplete : "off");
  return controls[entry.control]({ ...props, entry, shared, token, t });
}

function isOptional(
  { hasDefault, ...entry }: Field,
  { branch = "minor", emailOptional }: StepFieldData,
): boolean {
  const rule = entry[branch];
  if (!rule || hasDefault) return false;
  return rule.requiredUnless ? emailOptional : !rule.required;
}

const controls: Record<Control, (context: ControlContext) => ReactNode> = {
  text: ({ shared, token }) => <TextControl {...shared} autoComplete={token} />,
  zip: ({ shared, token }) => <TextControl {...shared} autoComplete={token} className="max-w-36" />,
  email: ({ shared, token, t }) => (
    <EmailControl
      {...shared}
      autoComplete={token}
      suggestionText={t("fields.emailMeant", keepPlaceholders("email"))}
    />
  ),
  document: ({ shared, t }) => <DocumentControl {...shared} adviceTexts={getDocumentAdviceTexts(t)} />,
  phone: ({ shared, token = "off", data, t }) => (
    <PhoneControl
      {...shared}
      autoComplete={token}
      lengths={data.phoneLengths}
      adviceText={t("fields.phone.odd", keepPlaceholders("prefix", "usual", "count"))}
    />
  ),
  date: ({ shared, token, t }) => (
    <DateControl
      {...shared}
      texts={{ day: t("fields.day"), month: t("fields.month"), year: t("fields.year") }}
      autoComplete={token === "bday" ? token : undefined}
    />
  ),
  choice: ChoiceControl,
  "number-choice": ChoiceControl,
  "yes-no": ChoiceControl,
  tick: ({ shared: { name, label } }) => <CheckboxControl name={name} value="yes" label={label} />,
  ticks: ({ shared: { optional, ...texts }, data }) => <ClaimsField {...texts} data={data} />,
  "long-text": ({ shared, entry, t }) => (
    <LongTextControl {...shared} maxLength={entry.maxLength ?? 0} countTexts={getCountTexts(t)} />
  ),
  consent: ({ shared: { name }, data, t }) => (
    <CheckboxControl
      name={name}
      value="on"
      label={t.rich("fields.terms.label", {
        link: () => createTermsLink(data.termsUrl)(t("fields.terms.link")),
      })}
    />
  ),
};

function ChoiceControl(context: ControlContext): ReactNode {
  const { field, shared, entry, token, data, t } = context;
  if (entry.stored?.in === "syllabi" && entry.stored.option === 1 && data.syllabi.length > 0)
    return <CourseControl {...shared} data={data} />;
  const list = getFieldOptions(field, data, t);
  const none = getFieldText(field, "none", t);
  const hintValues = { without: getWithoutEmail(data), tagged: data.generatedEmail ?? "" };
  if (!list) throw new Error(`${field} is a choice from no list`);
  if ("options" in list) {
    const choices = list.options.map((option) => ({
      ...option,
      hint: option.hint ?? getFieldText(field, `${option.value as "yes"}Hint`, t, hintValues),
    }));
    return <RadioControl {...shared} choices={choices} />;
  }
  const [first] = list.groups;
  if (!first) return null;
  return (
    <SelectControl
      {...shared}
      options={entry.stored?.in === "syllabi" ? listTaughtGroups(entry.stored.option, data, t) : list.groups}
      blank={none ?? (shared.optional ? t("fields.noneYet") : undefined)}
      initial={shared.optional || "options" in first ? undefined : first.value}
      autoComplete={token}
      refreshes={refreshingFields.includes(field)}
    />
  );
}

/** Courses taught with the instrument of a choice; a chosen course that is not taught with it is marked. */
function listTaughtGroups(option: 1 | 2 | 3, data: StepFieldData, t: WizardTranslator): OptionGroup[] {
  const { syllabi, instruments, courses } = data.catalogue;
  const findChoice = (choices: Choices["syllabi"]) => choices.find((choice) => choice.option === option)?.id;
  const [instrument, chosen] = [findChoice(instruments), findChoice(courses)];
  const isUntaught = (value: string) =>
    syllabi.some((syllabus) => String(syllabus.id) === value && !teaches(syllabus, instrument));
  return data.syllabi
    .map(({ options, ...group }) => ({
      ...group,
      options: options.flatMap(({ label, ...one }) => {
        if (!isUntaught(one.value)) return { ...one, label };
        return one.value === String(chosen) ? { ...one, label: `${label} · ${t("courses.notTaught")}` } : [];
      }),
    }))
    .filter(({ options }) => options.length > 0);
}

/** Fields on which the suitable courses depend. */
const refreshingFields: readonly FormField[] = [
  "student_speciality_option1",
  "student_speciality_option2",
  "student_speciality_option3",
  "student_experience_years",
  "student_experience_speciality",
];

/** Remaining characters; the browser fills in the number. */
function getCountTexts(t: WizardTranslator) {
  const formatCount = (key: "left" | "over", count: number) =>
    t(`fields.${key}`, { count }).replace(
      /\d[\d.,\s]*/,
      (number) => `{count}${/\s$/.test(number) ? " " : ""}`,
    );
  const getForms = (key: "left" | "over"): [string, string] => [formatCount(key, 1), formatCount(key, 2)];
  return { left: getForms("left"), over: getForms("over") };
}
