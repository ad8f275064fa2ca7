import type { Answers, FormField } from "@/lib/form/answers";
import { shortened, withUnticked } from "@/lib/form/form-values";
import { rowOf } from "@/lib/form/questions";
import { branchOf, fieldsOfStep, type StepId } from "@/lib/form/steps";
import { carryChoices } from "./change-year";
import { type ChildContent, type DraftContent, givenAnswers, type Pending } from "./draft";
import { type FormSchool, withOnlyYear } from "./form-school";
import { inBranch } from "./in-branch";

/**
 * A draft with a step's answers. A birth date of the other branch puts aside what was answered in this
 * one (wizard 2); a change of school year carries the choices along (wizard 26). One that another tab has
 * sent meanwhile keeps nothing of them (wizard 30).
 */
export function withAnswers(
  draft: DraftContent,
  step: StepId,
  values: Answers,
  school: FormSchool,
): DraftContent {
  if (draft.sent) return draft;
  const { today } = school.context;
  const given = givenAnswers(draft);
  const before = inBranch(draft, branchOf(given, today));
  const content = inBranch(before, branchOf({ ...given, ...values }, today));
  const { pending: { [step]: accepted, ...pending } = {}, cleared, lost, ...kept } = content;
  const known = withOnlyYear(content.answers, school);
  const next: DraftContent = {
    ...kept,
    ...(lost && content.done.length === 0 && { lost }),
    pending,
    answers: { ...known, ...values },
    done: [...new Set([...content.done, ...Object.keys(values)])],
  };
  const isCarried = content.choicesOf === undefined && values.school_year_id === known.school_year_id;
  if (values.school_year_id === undefined || isCarried) {
    const seen = fieldsOfStep(step).some(isChoice);
    return { ...next, ...(cleared && !seen && { cleared }) };
  }
  return inYear(next, known, school);
}

/** Where a family sees what a change of the year has cleared. */
const isChoice = (field: FormField) => ["specialities", "syllabi"].includes(rowOf(field).stored?.in ?? "");

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
export const withTyped = (content: DraftContent, step: StepId, { typed, refused }: Pending): DraftContent =>
  content.sent
    ? content
    : {
        ...content,
        pending: {
          ...content.pending,
          [step]: {
            typed: shortened(withUnticked(typed, fieldsOfStep(step)), fieldsOfStep(step)),
            ...(refused && { refused }),
          },
        },
      };
