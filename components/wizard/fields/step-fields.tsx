import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { check, plus, stickyNote } from "@/components/ui/icons/paths";
import { pickQuestions } from "@/lib/wizard/questions";
import { getStep, listFields, type StepId } from "@/lib/wizard/steps";
import type { FormField } from "@/lib/wizard/types";
import { CollapsedStepFields } from "./collapsed-step-fields";
import { FieldControl } from "./field-control";
import { getWithoutEmail, type StepFieldData } from "./step-field-data";
import { StepHints } from "./step-hints";

type Props = {
  step: StepId;
  /** The page's title, which is the question of a single-field step. */
  heading?: string;
  data: StepFieldData;
};

export function StepFields({ step, heading, data }: Props) {
  const { isSingleQuestion, folds = {} } = getStep(step);
  const stepFields = listFields(step, data.branch, data.hiddenFields);
  const collapsed = Object.values(folds).flat();
  const fields = stepFields.filter((field) => !collapsed.includes(field));
  const followUps = listReveals(fields, data);
  const revealed = followUps.flatMap((reveal) => reveal.fields);
  const renderField = (field: FormField, isRequired?: boolean) => (
    <StepHints key={field} target={field} data={data}>
      <FieldControl
        field={field}
        data={data}
        isRequired={isRequired}
        heading={isSingleQuestion && field === fields[0] ? heading : undefined}
      />
    </StepHints>
  );
  return (
    <StepHints target={step} data={data}>
      {fields
        .filter((field) => !revealed.includes(field))
        .map((field) => {
          const reveal = followUps.find(({ question }) => question === field);
          if (!reveal) return renderField(field);
          const { condition, className } = reveals[reveal.on];
          const question = (
            <div key={field} className={condition}>
              {renderField(field)}
              <div className={className}>
                {reveal.fields.map((inner) => renderField(inner, ["no", "unanswered"].includes(reveal.on)))}
              </div>
            </div>
          );
          return field === "has_second_guardian" && data.previousGuardian ? (
            <SameSecondGuardian key={field} {...data.previousGuardian} fields={[field, ...reveal.fields]}>
              {question}
            </SameSecondGuardian>
          ) : (
            question
          );
        })}
      <div className="mb-5 empty:hidden sm:mb-8">
        {Object.entries(folds).map(([name, groupFields]) => {
          const visible = groupFields.filter((field) => stepFields.includes(field));
          return (
            visible.length > 0 && (
              <CollapsedGroup key={name} name={name as GroupName} fields={visible}>
                {visible.map((field) => renderField(field))}
              </CollapsedGroup>
            )
          );
        })}
      </div>
    </StepHints>
  );
}

type GroupName = keyof typeof groupIcons;
type GroupProps = { name: GroupName; fields: readonly FormField[]; children: ReactNode };

const groupIcons = { wishes: plus, observations: stickyNote };

/** Optional fields that few people need. */
function CollapsedGroup({ name, fields, children }: GroupProps) {
  const t = useTranslations("wizard.folds");
  return (
    <CollapsedStepFields summary={t(name)} icon={groupIcons[name]} fields={fields}>
      {children}
    </CollapsedStepFields>
  );
}

type SameGuardianProps = NonNullable<StepFieldData["previousGuardian"]> & {
  fields: FormField[];
  children: ReactNode;
};

/** The same second guardian as the previous child's, unless the family changes it. */
function SameSecondGuardian({ child, email, fields, children }: SameGuardianProps) {
  const t = useTranslations("wizard.sameSecond");
  return (
    <div className="mb-5 sm:mb-8">
      <CollapsedStepFields
        isSummarised
        icon={check}
        fields={fields}
        summary={
          <span className="min-w-0 py-2 font-normal [overflow-wrap:anywhere]">
            {t.rich("title", { child, email: () => <strong>{email}</strong> })}
            <span className="block text-small text-accent">{t("change")}</span>
          </span>
        }
      >
        {children}
      </CollapsedStepFields>
    </div>
  );
}

/** Questions that hide the fields they make unnecessary (W22). */
const listReveals = (fields: readonly FormField[], data: StepFieldData): Reveal[] => [
  ...(fields.includes("student_experience_years") ? [experienceReveal] : []),
  ...pickQuestions(fields).flatMap(([question, { hides }]) => {
    const hiddenFields: readonly FormField[] = hides.fields;
    const revealed = fields.filter((field) => hiddenFields.includes(field));
    // Where no e-mail can be generated, the child must enter one.
    const on: Reveal["on"] =
      question === "has_student_email" && getWithoutEmail(data) === "typed" ? "unanswered" : hides.on;
    return revealed.length > 0 ? [{ question, on, fields: revealed }] : [];
  }),
];

type Reveal = { question: FormField; on: keyof typeof reveals; fields: readonly FormField[] };

const experienceReveal: Reveal = {
  question: "student_experience_years",
  on: "never",
  fields: ["student_experience_speciality"],
};

/** Fields hidden by No appear only after Yes; errors always appear. */
const reveals = {
  unanswered: {
    condition: "[&:not(:has(input:checked))>.follow-up]:hidden",
    className: "follow-up ml-3 border-l-4 border-hairline pl-6",
  },
  no: {
    condition: "[&:not(:has(input[value=yes]:checked))>.follow-up]:hidden",
    className: "follow-up ml-3 border-l-4 border-hairline pl-6",
  },
  yes: { condition: "[&:has(input[value=yes]:checked)>.follow-up]:hidden", className: "follow-up" },
  never: {
    condition: "[&:has(>*>select>option[value='']:checked)>.follow-up:not(:has([aria-invalid=true]))]:hidden",
    className: "follow-up ml-3 border-l-4 border-hairline pl-6",
  },
} as const;
