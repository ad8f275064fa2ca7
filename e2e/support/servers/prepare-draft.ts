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

/** Answers of the pages before `to`, for an existing or new draft. */
export type DraftRequest = { token?: string; to: string; typed: RawInput };

/** Saves pages like Continue; returns the draft's token. */
export async function prepareDraft({ token, to, typed }: DraftRequest): Promise<string> {
  const school = await getFormSchool();
  const begun = await readDraft(token);
  let content = begun?.content ?? createEmptyDraft();
  for (;;) {
    const flow = createFormFlow(content, school);
    const step = findFirstOpenStep(flow, school);
    const reached = flow.steps.indexOf(to as StepId);
    if (reached >= 0 && reached <= flow.steps.indexOf(step)) break;
    const { values, problems } = validateStep(step, typed, flow, school);
    const wrong = Object.entries(problems).map(([field, code]) => `${field}: ${code}`);
    if (wrong.length > 0) throw new Error(`${step} is refused before ${to}: ${wrong.join()}`);
    content = saveAnswers(content, step, values, school);
  }
  content = withMore(content, to, typed, school);
  if (!begun) return createDraft(content);
  await changeDraft(token, () => content);
  return token as string;
}

/** Optional answers, if there are any. */
function withMore(content: DraftContent, to: string, typed: RawInput, school: FormSchool): DraftContent {
  if (!hasOptionalInput(typed)) return content;
  const flow = createFormFlow(content, school);
  const passed = flow.steps.slice(0, flow.steps.indexOf(to as StepId));
  return passed
    .filter((step) => skippedSteps.includes(step))
    .reduce(
      (now, step) => saveAnswers(now, step, validateStep(step, typed, flow, school).values, school),
      content,
    );
}
