import { createFormFlow, findFirstOpenStep, validateStep } from "@/lib/wizard/drafts/form-flow";
import { type FormSchool, getFormSchool } from "@/lib/wizard/drafts/queries";
import { saveAnswers } from "@/lib/wizard/drafts/verbs";
import {
  changeDraft,
  createDraft,
  createEmptyDraft,
  type DraftContent,
  readDraft,
} from "@/lib/wizard/drafts/writes";
import { type StepId, skippedSteps } from "@/lib/wizard/steps";
import type { RawInput } from "@/lib/wizard/types";
import { hasOptionalInput } from "../answers";

/** Answers of the pages before `target`, for an existing or new draft. */
export type DraftRequest = { token?: string; target: string; answers: RawInput };

/** Saves pages like Continue; returns the draft's token. */
export async function prepareDraft({ token, target, answers }: DraftRequest): Promise<string> {
  const school = await getFormSchool();
  const existing = await readDraft(token);
  let content = existing?.content ?? createEmptyDraft();
  for (;;) {
    const flow = createFormFlow(content, school);
    const step = findFirstOpenStep(flow, school);
    const targetIndex = flow.steps.indexOf(target as StepId);
    if (targetIndex >= 0 && targetIndex <= flow.steps.indexOf(step)) break;
    const { values, problems } = validateStep(step, answers, flow, school);
    const errors = Object.entries(problems).map(([field, code]) => `${field}: ${code}`);
    if (errors.length > 0) throw new Error(`${step} is refused before ${target}: ${errors.join()}`);
    content = saveAnswers(content, step, values, school);
  }
  content = addOptionalAnswers(content, target, answers, school);
  if (!existing) return createDraft(content);
  await changeDraft(token, () => content);
  return token as string;
}

/** Optional answers, if there are any. */
function addOptionalAnswers(
  content: DraftContent,
  target: string,
  answers: RawInput,
  school: FormSchool,
): DraftContent {
  if (!hasOptionalInput(answers)) return content;
  const flow = createFormFlow(content, school);
  const passedSteps = flow.steps.slice(0, flow.steps.indexOf(target as StepId));
  return passedSteps
    .filter((step) => skippedSteps.includes(step))
    .reduce(
      (current, step) => saveAnswers(current, step, validateStep(step, answers, flow, school).values, school),
      content,
    );
}
