import {
  createFormFlow,
  getStepInput,
  listChildKeys,
  selectChildByKey,
  validateStep,
} from "@/lib/wizard/drafts/form-flow";
import type { FormSchool } from "@/lib/wizard/drafts/queries";
import { saveAnswers, saveInput } from "@/lib/wizard/drafts/verbs";
import type { DraftContent } from "@/lib/wizard/drafts/writes";
import { likelyEmail } from "@/lib/wizard/normalise-input";
import { findStep, type StepId } from "@/lib/wizard/steps";
import type { FormField } from "@/lib/wizard/types";

/**
 * Replaces a mistyped address with the suggested one, for the current child and all children with the same address. A
 * refused correction is shown on its step.
 */
export function correctEmail(
  draft: DraftContent,
  field: FormField,
  school: FormSchool,
): { content: DraftContent; refusedAt?: StepId } {
  const typed = draft.answers[field];
  const email = typeof typed === "string" && !draft.sent ? likelyEmail(typed) : undefined;
  const step = findStep(field, createFormFlow(draft, school).branch ?? "minor");
  if (!email || !step) return { content: draft };
  let content = draft;
  for (const key of listChildKeys(draft)) {
    const child = selectChildByKey(content, key);
    if (child.answers[field] !== typed) continue;
    const flow = createFormFlow(child, school);
    const input = { ...getStepInput(step, flow), [field]: email };
    const { values, problems } = validateStep(step, input, flow, school);
    if (Object.keys(problems).length > 0)
      return { content: saveInput(child, step, { typed: input, refused: true }), refusedAt: step };
    content = saveAnswers(child, step, values, school);
  }
  return { content: selectChildByKey(content, draft.key ?? 0) };
}
