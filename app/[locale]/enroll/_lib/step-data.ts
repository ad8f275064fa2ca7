import { headers } from "next/headers";
import { cache } from "react";
import { PATHNAME_HEADER, splitPath } from "@/lib/i18n/locales";
import {
  createFormFlow,
  type FormFlow,
  findFirstOpenStep,
  findOpeningProblems,
  getCachedOpenStep,
  getStepInput,
  selectChildByKey,
  validateStep,
} from "@/lib/wizard/drafts/form-flow";
import { type FormSchool, getFormSchool } from "@/lib/wizard/drafts/queries";
import { createEmptyDraft, isInaccessible } from "@/lib/wizard/drafts/writes";
import { isStep, type StepId } from "@/lib/wizard/steps";
import type { Problems } from "@/lib/wizard/types";
import { getDraftOrLock } from "./draft-cookie";

/** Where a family stands when it asks for a step. */
export type StepData = {
  school: FormSchool;
  flow: FormFlow;
  /** The first step that misses answers; check answers when none does. */
  open: StepId;
  problems: Problems;
};

/**
 * What a step's page is made of; or where to go instead: to the first step that misses answers, to
 * the confirmation when all has been sent, to the start when enrollment is closed.
 *
 * @param child the key of the one whom it is about, of several; else the one whom the family answers about
 */
export const getStepData = cache(
  async (step: StepId, child?: number): Promise<StepData | { leadTo: string }> => {
    const { draft, lockedFor } = await getDraftOrLock();
    const school = await getFormSchool(draft?.content);
    if (lockedFor) return { leadTo: `/sign-in?onward=${step}` };
    const stored = draft?.content ?? createEmptyDraft();
    const content = child === undefined ? stored : selectChildByKey(stored, child);
    if (content.sent) return { leadTo: "/enroll/done" };
    if (school.open.length === 0 || isInaccessible(content)) return { leadTo: "/enroll" };

    const flow = createFormFlow(content, school);
    const open =
      draft && content === stored ? getCachedOpenStep(draft, flow, school) : findFirstOpenStep(flow, school);
    const mayAnswer = flow.steps.indexOf(step) >= 0 && flow.steps.indexOf(step) <= flow.steps.indexOf(open);
    if (!mayAnswer) return { leadTo: `/enroll/${open}` };

    const page = flow.content.pending?.[step];
    if (!page) return { school, flow, open, problems: findOpeningProblems(step, flow, school) };
    // What was typed and not saved is told again what is wrong with it only where it was told before (wizard 8).
    const { problems: refused } = page.refused
      ? validateStep(step, getStepInput(step, flow), flow, school)
      : { problems: {} };
    return { school, flow, open, problems: refused };
  },
);

/** Whether the page that is asked for shows a step's form. */
export async function hasStepForm(): Promise<boolean> {
  const { path } = splitPath((await headers()).get(PATHNAME_HEADER) ?? "/");
  const step = /^\/enroll\/([\w-]+)$/.exec(path)?.[1];
  if (step === undefined || !isStep(step)) return false;
  const now = await getStepData(step).catch(() => undefined); // what is wrong is the page's own to tell
  return now !== undefined && "flow" in now;
}
