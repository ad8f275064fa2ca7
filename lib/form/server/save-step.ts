import type { Answers, Typed } from "@/lib/form/answers";
import type { StepId } from "@/lib/form/steps";
import { carryChoices } from "./change-year";
import type { DraftContent } from "./draft";
import { type FormSchool, withOnlyYear } from "./form-school";

/** A draft with a step's answers; a change of school year carries the choices along (wizard 26). */
export function saved(
  content: DraftContent,
  step: StepId,
  values: Answers,
  school: FormSchool,
): DraftContent {
  const done: StepId[] = content.done.includes(step) ? content.done : [...content.done, step];
  const { pending, ...kept } = content;
  const next = { ...kept, answers: { ...withOnlyYear(content.answers, school), ...values }, done };
  const stillPending = pending && pending.step !== step ? { pending } : {};
  const { cleared, ...rest } = next;
  const before = content.answers.school_year_id;
  const after = values.school_year_id;
  if (step !== "school-year" || before === undefined || before === after) {
    const seen = step === "specialities" || step === "syllabi";
    return { ...rest, ...stillPending, ...(cleared && !seen && { cleared }) };
  }
  const { carried, cleared: lost } = carryChoices(
    content.answers,
    school.catalogueOf(Number(before)),
    school.catalogueOf(Number(after)),
  );
  return {
    ...rest,
    ...stillPending,
    answers: { ...next.answers, ...carried },
    ...(lost.length > 0 && { cleared: lost }),
  };
}

/** A draft that remembers what was typed on a step, right or wrong, until the step is saved. */
export const withTyped = (content: DraftContent, step: StepId, typed: Typed): DraftContent => ({
  ...content,
  pending: { step, typed },
});
