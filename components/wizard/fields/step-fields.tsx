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
  const asked = listFields(step, data.branch, data.unasked);
  const folded = Object.values(folds).flat();
  const fields = asked.filter((field) => !folded.includes(field));
  const followUps = listReveals(fields, data);
  const inside = followUps.flatMap((reveal) => reveal.fields);
  const control = (field: FormField, needed?: boolean) => (
    <StepHints key={field} of={field} data={data}>
      <FieldControl
        field={field}
        data={data}
        needed={needed}
        heading={isSingleQuestion && field === fields[0] ? heading : undefined}
      />
    </StepHints>
  );
  return (
    <StepHints of={step} data={data}>
      {fields
        .filter((field) => !inside.includes(field))
        .map((field) => {
          const reveal = followUps.find(({ question }) => question === field);
          if (!reveal) return control(field);
          const { shown, className } = reveals[reveal.on];
          const asked = (
            <div key={field} className={shown}>
              {control(field)}
              <div className={className}>
                {reveal.fields.map((inner) => control(inner, ["no", "unsaid"].includes(reveal.on)))}
              </div>
            </div>
          );
          return field === "has_second_guardian" && data.sameSecond ? (
            <SameSecondGuardian key={field} {...data.sameSecond} fields={[field, ...reveal.fields]}>
              {asked}
            </SameSecondGuardian>
          ) : (
            asked
          );
        })}
      <div className="mb-5 empty:hidden sm:mb-8">
        {Object.entries(folds).map(([name, all]) => {
          const within = all.filter((field) => asked.includes(field));
          return (
            within.length > 0 && (
              <Folded key={name} name={name as FoldName} fields={within}>
                {within.map((field) => control(field))}
              </Folded>
            )
          );
        })}
      </div>
    </StepHints>
  );
}

type FoldName = keyof typeof foldIcons;
type FoldedProps = { name: FoldName; fields: readonly FormField[]; children: ReactNode };

const foldIcons = { wishes: plus, observations: stickyNote };

/** Optional fields that few people need. */
function Folded({ name, fields, children }: FoldedProps) {
  const t = useTranslations("wizard.folds");
  return (
    <CollapsedStepFields summary={t(name)} icon={foldIcons[name]} fields={fields}>
      {children}
    </CollapsedStepFields>
  );
}

type SameSecondProps = NonNullable<StepFieldData["sameSecond"]> & {
  fields: FormField[];
  children: ReactNode;
};

/** The same second guardian as the previous child's, unless the family changes it. */
function SameSecondGuardian({ child, email, fields, children }: SameSecondProps) {
  const t = useTranslations("wizard.sameSecond");
  return (
    <div className="mb-5 sm:mb-8">
      <CollapsedStepFields
        isTold
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
  ...(fields.includes("student_experience_years") ? [playedReveal] : []),
  ...pickQuestions(fields).flatMap(([question, { hides }]) => {
    const dropped: readonly FormField[] = hides.fields;
    const among = fields.filter((field) => dropped.includes(field));
    // Where no e-mail can be generated, the child must enter one.
    const on: Reveal["on"] =
      question === "has_student_email" && getWithoutEmail(data) === "typed" ? "unsaid" : hides.on;
    return among.length > 0 ? [{ question, on, fields: among }] : [];
  }),
];

type Reveal = { question: FormField; on: keyof typeof reveals; fields: readonly FormField[] };

const playedReveal: Reveal = {
  question: "student_experience_years",
  on: "never",
  fields: ["student_experience_speciality"],
};

/** Fields hidden by No appear only after Yes; errors always appear. */
const reveals = {
  unsaid: {
    shown: "[&:not(:has(input:checked))>.follow-up]:hidden",
    className: "follow-up ml-3 border-l-4 border-hairline pl-6",
  },
  no: {
    shown: "[&:not(:has(input[value=yes]:checked))>.follow-up]:hidden",
    className: "follow-up ml-3 border-l-4 border-hairline pl-6",
  },
  yes: { shown: "[&:has(input[value=yes]:checked)>.follow-up]:hidden", className: "follow-up" },
  never: {
    shown: "[&:has(>*>select>option[value='']:checked)>.follow-up:not(:has([aria-invalid=true]))]:hidden",
    className: "follow-up ml-3 border-l-4 border-hairline pl-6",
  },
} as const;
