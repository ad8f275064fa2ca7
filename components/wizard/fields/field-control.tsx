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
  needed?: boolean;
};

/** Properties of every control. */
type Shared = { name: string; label: string; heading?: boolean; hint?: string; optional: boolean };

type Asked = Props & { row: Field; shared: Shared; token: string | undefined; t: WizardTranslator };

export function FieldControl(props: Props) {
  const t = useTranslations("wizard");
  const { field, data, heading } = props;
  const row = getField(field);
  const optional = !props.needed && isOptional(row, data);
  const who = getFormAddressee(field, data.branch);
  const shared: Shared = {
    name: field,
    label:
      heading ??
      (row.control === "consent"
        ? ""
        : (getFieldText(field, "question", t, { who }) ?? getFieldLabel(field, data.branch, t))),
    heading: heading !== undefined,
    hint: getFieldText(field, "hint", t, {
      who,
      optional: optional ? "yes" : "no",
      several: data.several ? "yes" : "no",
      year: String(data.exampleYear - (row.person === "guardian" ? 30 : 0)),
    }),
    optional,
  };
  const token = row.autocomplete && (who === "you" ? row.autocomplete : "off");
  return controls[row.control]({ ...props, row, shared, token, t });
}

function isOptional(
  { hasDefault, ...row }: Field,
  { branch = "minor", emailOptional }: StepFieldData,
): boolean {
  const asked = row[branch];
  if (!asked || hasDefault) return false;
  return asked.requiredUnless ? emailOptional : !asked.required;
}

const controls: Record<Control, (asked: Asked) => ReactNode> = {
  text: ({ shared, token }) => <TextControl {...shared} autoComplete={token} />,
  zip: ({ shared, token }) => <TextControl {...shared} autoComplete={token} className="max-w-36" />,
  email: ({ shared, token, t }) => (
    <EmailControl
      {...shared}
      autoComplete={token}
      meant={t("fields.emailMeant", keepPlaceholders("email"))}
    />
  ),
  document: ({ shared, t }) => <DocumentControl {...shared} advice={getDocumentAdviceTexts(t)} />,
  phone: ({ shared, token = "off", data, t }) => (
    <PhoneControl
      {...shared}
      autoComplete={token}
      lengths={data.phoneLengths}
      advice={t("fields.phone.odd", keepPlaceholders("prefix", "usual", "count"))}
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
  "long-text": ({ shared, row, t }) => (
    <LongTextControl {...shared} most={row.maxLength ?? 0} count={getCountTexts(t)} />
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

function ChoiceControl(asked: Asked): ReactNode {
  const { field, shared, row, token, data, t } = asked;
  if (row.stored?.in === "syllabi" && row.stored.option === 1 && data.syllabi.length > 0)
    return <CourseControl {...shared} data={data} />;
  const list = getFieldOptions(field, data, t);
  const none = getFieldText(field, "none", t);
  const told = { without: getWithoutEmail(data), tagged: data.tagged ?? "" };
  if (!list) throw new Error(`${field} is a choice from no list`);
  if ("options" in list) {
    const choices = list.options.map((option) => ({
      ...option,
      hint: option.hint ?? getFieldText(field, `${option.value as "yes"}Hint`, t, told),
    }));
    return <RadioControl {...shared} choices={choices} />;
  }
  const [first] = list.groups;
  if (!first) return null;
  return (
    <SelectControl
      {...shared}
      options={row.stored?.in === "syllabi" ? listTaughtGroups(row.stored.option, data, t) : list.groups}
      blank={none ?? (shared.optional ? t("fields.noneYet") : undefined)}
      initial={shared.optional || "options" in first ? undefined : first.value}
      autoComplete={token}
      refreshes={refreshing.includes(field)}
    />
  );
}

/** Courses taught with the instrument of a choice; a chosen course that is not taught with it is marked. */
function listTaughtGroups(option: 1 | 2 | 3, data: StepFieldData, t: WizardTranslator): OptionGroup[] {
  const { syllabi, instruments, courses } = data.catalogue;
  const ofOption = (choices: Choices["syllabi"]) => choices.find((one) => one.option === option)?.id;
  const [instrument, held] = [ofOption(instruments), ofOption(courses)];
  const isUntaught = (value: string) =>
    syllabi.some((one) => String(one.id) === value && !teaches(one, instrument));
  return data.syllabi
    .map(({ options, ...group }) => ({
      ...group,
      options: options.flatMap(({ label, ...one }) => {
        if (!isUntaught(one.value)) return { ...one, label };
        return one.value === String(held) ? { ...one, label: `${label} · ${t("courses.notTaught")}` } : [];
      }),
    }))
    .filter(({ options }) => options.length > 0);
}

/** Fields on which the suitable courses depend. */
const refreshing: readonly FormField[] = [
  "student_speciality_option1",
  "student_speciality_option2",
  "student_speciality_option3",
  "student_experience_years",
  "student_experience_speciality",
];

/** Remaining characters; the browser fills in the number. */
function getCountTexts(t: WizardTranslator) {
  const countText = (key: "left" | "over", count: number) =>
    t(`fields.${key}`, { count }).replace(
      /\d[\d.,\s]*/,
      (number) => `{count}${/\s$/.test(number) ? " " : ""}`,
    );
  const both = (key: "left" | "over"): [string, string] => [countText(key, 1), countText(key, 2)];
  return { left: both("left"), over: both("over") };
}
