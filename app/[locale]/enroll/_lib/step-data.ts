import { headers } from "next/headers";
import { cache } from "react";
import { PATHNAME_HEADER, splitPath } from "@/lib/i18n/locales";
import { selectChildByKey } from "@/lib/wizard/drafts/children";
import {
  createFormFlow,
  type FormFlow,
  findFirstOpenStep,
  findOpeningProblems,
  getCachedOpenStep,
  getStepInput,
  validateStep,
} from "@/lib/wizard/drafts/form-flow";
import { type FormSchool, getFormSchool } from "@/lib/wizard/drafts/queries";
import { createEmptyDraft, isInaccessible } from "@/lib/wizard/drafts/writes";
import { isStep, type StepId } from "@/lib/wizard/steps";
import type { Problems } from "@/lib/wizard/types";
import { getDraftOrLock } from "./draft-cookie";

/** The draft at a step. */
export type StepData = {
  school: FormSchool;
  flow: FormFlow;
  /** The first incomplete step, else check answers. */
  open: StepId;
  problems: Problems;
};

/**
 * Data of a step, or a redirect: to the first incomplete step, to the confirmation after submission, or to
 * the start when enrollment is closed.
 * @param child key; the current child by default
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
    const canAnswer = flow.steps.indexOf(step) >= 0 && flow.steps.indexOf(step) <= flow.steps.indexOf(open);
    if (!canAnswer) return { leadTo: `/enroll/${open}` };

    const page = flow.content.pending?.[step];
    if (!page) return { school, flow, open, problems: findOpeningProblems(step, flow, school) };
    // Unsaved input shows errors only if they were shown before (wizard 8).
    const { problems: refused } = page.refused
      ? validateStep(step, getStepInput(step, flow), flow, school)
      : { problems: {} };
    return { school, flow, open, problems: refused };
  },
);

/** Whether the page shows a step's form. */
export async function hasStepForm(): Promise<boolean> {
  const { path } = splitPath((await headers()).get(PATHNAME_HEADER) ?? "/");
  const step = /^\/enroll\/([\w-]+)$/.exec(path)?.[1];
  if (step === undefined || !isStep(step)) return false;
  const stepData = await getStepData(step).catch(() => undefined); // the page reports errors itself
  return stepData !== undefined && "flow" in stepData;
}
