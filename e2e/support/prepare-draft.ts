import type { Typed } from "@/lib/form/answers";
import { changeDraft, createDraft, type DraftContent, emptyDraft, openDraft } from "@/lib/form/server/draft";
import { checkStep, firstOpenStep, flowOf } from "@/lib/form/server/form-flow";
import { type FormSchool, formSchool } from "@/lib/form/server/form-school";
import { withAnswers } from "@/lib/form/server/save-step";
import { type StepId, sparedSteps } from "@/lib/form/steps";
import { saysMore } from "./answers";

/** What is typed on the pages before `to`, in a draft that has a token already or in a new one. */
export type DraftWish = { token?: string; to: string; typed: Typed };

/** Saves what is typed page after page, as Continue does; returns the draft's token. */
export async function prepareDraft({ token, to, typed }: DraftWish): Promise<string> {
  const school = await formSchool();
  const begun = await openDraft(token);
  let content = begun?.content ?? emptyDraft();
  for (;;) {
    const flow = flowOf(content, school);
    const step = firstOpenStep(flow, school);
    const reached = flow.steps.indexOf(to as StepId);
    if (reached >= 0 && reached <= flow.steps.indexOf(step)) break;
    const { values, problems } = checkStep(step, typed, flow, school);
    const wrong = Object.entries(problems).map(([field, code]) => `${field}: ${code}`);
    if (wrong.length > 0) throw new Error(`${step} is refused before ${to}: ${wrong.join()}`);
    content = withAnswers(content, step, values, school);
  }
  content = withMore(content, to, typed, school);
  if (!begun) return createDraft(content);
  await changeDraft(token, () => content);
  return token as string;
}

/** What nobody is led to is answered where somebody has something to say. */
function withMore(content: DraftContent, to: string, typed: Typed, school: FormSchool): DraftContent {
  if (!saysMore(typed)) return content;
  const flow = flowOf(content, school);
  const passed = flow.steps.slice(0, flow.steps.indexOf(to as StepId));
  return passed
    .filter((step) => sparedSteps.includes(step))
    .reduce(
      (now, step) => withAnswers(now, step, checkStep(step, typed, flow, school).values, school),
      content,
    );
}
