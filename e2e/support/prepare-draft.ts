import type { Typed } from "@/lib/form/answers";
import { changeDraft, createDraft, emptyDraft, openDraft } from "@/lib/form/server/draft";
import { checkStep, firstOpenStep, flowOf } from "@/lib/form/server/form-flow";
import { formSchool } from "@/lib/form/server/form-school";
import { withAnswers } from "@/lib/form/server/save-step";
import type { StepId } from "@/lib/form/steps";

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
    if (step === to || content.done.includes(to as StepId)) break;
    const { values, problems } = checkStep(step, typed, flow, school);
    const wrong = Object.entries(problems).map(([field, code]) => `${field}: ${code}`);
    if (wrong.length > 0) throw new Error(`${step} is refused before ${to}: ${wrong.join()}`);
    content = withAnswers(content, step, values, school);
  }
  if (!begun) return createDraft(content);
  await changeDraft(token, () => content);
  return token as string;
}
