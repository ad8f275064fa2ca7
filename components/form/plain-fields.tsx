import { useTranslations } from "next-intl";
import type { Branch, FormField } from "@/lib/form/answers";
import { rowOf } from "@/lib/form/questions";
import { fieldsOf, type StepId } from "@/lib/form/steps";
import { RadioControl, TextControl } from "./controls";

/** The fields of a step whose control follows from their row. */
export const plainFieldsOf = (step: StepId, branch: Branch | undefined) =>
  fieldsOf(step, branch).filter((field) => rowOf(field).plain);

/** Their controls, below what the step lays out by hand. */
export function PlainFields({ step, branch }: { step: StepId; branch: Branch | undefined }) {
  return plainFieldsOf(step, branch).map((field) => (
    <PlainField key={field} field={field} branch={branch ?? "minor"} />
  ));
}

function PlainField({ field, branch }: { field: FormField; branch: Branch }) {
  const t = useTranslations("wizard");
  const { control, words, ...row } = rowOf(field);
  const shared = {
    name: field,
    label: t(`fields.${words}.label` as never),
    hint: t.has(`fields.${words}.hint` as never) ? t(`fields.${words}.hint` as never) : undefined,
    optional: !row[branch]?.required,
  };
  if (control !== "yes-no") return <TextControl {...shared} />;
  const choices = (["yes", "no"] as const).map((value) => ({ value, label: t(value) }));
  return <RadioControl {...shared} choices={choices} />;
}
