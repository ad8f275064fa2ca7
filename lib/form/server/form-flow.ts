import type { Answers, Branch, Problems, Typed } from "@/lib/form/answers";
import { stepSchema } from "@/lib/form/form-schema";
import { fieldValues, problemsFrom, submissionFrom, typedFrom } from "@/lib/form/form-values";
import { branchOf, comparedAnswers, fieldsOf, journey, type StepId } from "@/lib/form/steps";
import type { DraftContent } from "./draft";
import { asksForYear, type FormSchool, withOnlyYear } from "./form-school";

/** A family's way through the form, as its draft and the school stand now. */
export type Flow = { answers: Answers; branch: Branch | undefined; steps: StepId[] };

/** The journey that a draft's answers lead through. */
export function flowOf({ answers: given }: DraftContent, school: FormSchool): Flow {
  const answers = withOnlyYear(given, school);
  const { today } = school.context;
  const severalYears = asksForYear(answers, school);
  return {
    answers,
    branch: branchOf(answers, today),
    steps: journey({ answers, today, severalYears }),
  };
}

type Checked = { values: Answers; problems: Problems };

/** What was typed on a step, as answers, with what is wrong about them. Throws nothing. */
export function checkStep(
  step: StepId,
  typed: Typed,
  { answers, branch }: Flow,
  school: FormSchool,
): Checked {
  const fields = fieldsOf(step, branch);
  const values = fieldValues(typed, fields, school.prefixes);
  const schema = stepSchema(
    fields,
    branch ?? "minor",
    school.context,
    comparedAnswers(step, branch, answers),
  );
  const result = schema.safeParse(values);
  return {
    // What was left blank takes the place of an earlier answer.
    values: {
      ...Object.fromEntries(fields.map((field) => [field, undefined])),
      ...(result.success ? result.data : values),
    },
    problems: result.success ? {} : problemsFrom(result.error.issues, fields, typed),
  };
}

/** What is wrong with a step's stored answers now; the school may have changed since. */
export function storedProblems(step: StepId, flow: Flow, school: FormSchool): Problems {
  return checkStep(step, typedFrom(flow.answers, fieldsOf(step, flow.branch)), flow, school).problems;
}

/** The first step before "check answers" that misses an answer or whose answer no longer holds. */
export function firstOpenStep(flow: Flow, { done }: DraftContent, school: FormSchool): StepId {
  const open = flow.steps.find(
    (step) =>
      step !== "check" &&
      (!done.includes(step) || Object.keys(storedProblems(step, flow, school)).length > 0),
  );
  return open ?? "check";
}

/** Everything that the journey asked, as the body that the API would be sent. */
export function submissionOf({ answers, branch, steps }: Flow): Record<string, unknown> {
  const asked = steps.flatMap((step) => fieldsOf(step, branch));
  return {
    ...submissionFrom(answers, asked, branch ?? "minor"),
    school_year_id: answers.school_year_id,
    terms_and_conditions: true,
  };
}
