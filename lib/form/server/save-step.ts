import type { Answers, FormField } from "@/lib/form/answers";
import { truncateInput, addUnticked } from "@/lib/form/form-values";
import { getField } from "@/lib/form/questions";
import { getBranch, listStepFields, type StepId } from "@/lib/form/steps";
import { carryChoices } from "./change-year";
import { type ChildContent, type DraftContent, mergeExistingAnswers, type PendingInput } from "./draft";
import { type FormSchool, addOnlyYear } from "./form-school";
import { switchBranch } from "./in-branch";

/**
 * A draft with a step's answers. A birth date of the other branch puts aside what was answered in this
 * one (wizard 2); a change of school year carries the choices along (wizard 26). One that another tab has
 * sent meanwhile keeps nothing of them (wizard 30).
 */
export function saveAnswers(
  draft: DraftContent,
  step: StepId,
  values: Answers,
  school: FormSchool,
): DraftContent {
  if (draft.sent) return draft;
  const { today } = school.context;
  const given = mergeExistingAnswers(draft);
  const before = switchBranch(draft, getBranch(given, today));
  const content = switchBranch(before, getBranch({ ...given, ...values }, today));
  const { pending: { [step]: accepted, ...pending } = {}, cleared, lost, ...kept } = content;
  const known = addOnlyYear(content.answers, school);
  const next: DraftContent = {
    ...kept,
    ...(lost && content.done.length === 0 && { lost }),
    pending,
    answers: { ...known, ...values },
    done: [...new Set([...content.done, ...Object.keys(values)])],
  };
  const isCarried = content.choicesOf === undefined && values.school_year_id === known.school_year_id;
  if (values.school_year_id === undefined || isCarried) {
    const seen = listStepFields(step).some(isChoice);
    return { ...next, ...(cleared && !seen && { cleared }) };
  }
  return inYear(next, known, school);
}

/** Where a family sees what a change of the year has cleared. */
const isChoice = (field: FormField) => ["specialities", "syllabi"].includes(getField(field).stored?.in ?? "");

function inYear(content: DraftContent, before: Answers, school: FormSchool): DraftContent {
  const to = school.catalogueOf(Number(content.answers.school_year_id));
  const carry = <C extends ChildContent>({ choicesOf, ...child }: C) => {
    const from = school.catalogueOf(Number(choicesOf ?? before.school_year_id));
    const { carried, cleared } = carryChoices(child.answers, from, to);
    return {
      ...child,
      answers: { ...child.answers, ...carried },
      ...(cleared.length > 0 && { cleared }),
    };
  };
  const { children } = content;
  return { ...carry(content), ...(children && { children: children.map(carry) }) };
}

/** A draft that remembers what was typed on a step, right or wrong, until the step is saved. */
export const saveInput = (content: DraftContent, step: StepId, { typed, refused }: PendingInput): DraftContent =>
  content.sent
    ? content
    : {
        ...content,
        pending: {
          ...content.pending,
          [step]: {
            typed: truncateInput(addUnticked(typed, listStepFields(step)), listStepFields(step)),
            ...(refused && { refused }),
          },
        },
      };
