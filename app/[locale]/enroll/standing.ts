import type { Problems } from "@/lib/form/answers";
import { type DraftContent, emptyDraft } from "@/lib/form/server/draft";
import { type Flow, firstOpenStep, flowOf, storedProblems } from "@/lib/form/server/form-flow";
import { type FormSchool, formSchool } from "@/lib/form/server/form-school";
import type { StepId } from "@/lib/form/steps";
import { currentDraft } from "./draft-cookie";

/** Where a family stands when it asks for a step. */
export type Standing = { school: FormSchool; content: DraftContent; flow: Flow; problems: Problems };

/**
 * What a step's page is made of; or where to go instead: to the first step that misses answers, to
 * the confirmation when all has been sent, to the start when enrollment is closed.
 */
export async function standing(step: StepId): Promise<Standing | { leadTo: string }> {
  const [school, draft] = await Promise.all([formSchool(), currentDraft()]);
  const content = draft?.content ?? emptyDraft();
  if (content.sent) return { leadTo: "/enroll/done" };
  if (school.open.length === 0) return { leadTo: "/enroll" };

  const flow = flowOf(content, school);
  const open = firstOpenStep(flow, content, school);
  const mayAnswer = flow.steps.indexOf(step) >= 0 && flow.steps.indexOf(step) <= flow.steps.indexOf(open);
  if (!mayAnswer) return { leadTo: `/enroll/${open}` };

  const wasAnswered = content.done.includes(step) || (step === "school-year" && content.done.length > 0);
  const retyping = content.pending?.step === step;
  const problems = wasAnswered && !retyping ? storedProblems(step, flow, school) : {};
  return { school, content, flow, problems };
}
