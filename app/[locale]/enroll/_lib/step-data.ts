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
  listEnrolledChildren,
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
  openStep: StepId;
  problems: Problems;
};

/**
 * Data of a step, or a redirect: to the first incomplete step, to the confirmation after submission, or to
 * the start when enrollment is closed.
 * @param child key; the current child by default
 */
export const getStepData = cache(
  async (step: StepId, child?: number): Promise<StepData | { redirectTo: string }> => {
    const { draft, isLocked } = await getDraftOrLock();
    const school = await getFormSchool(draft?.content);
    if (isLocked) return { redirectTo: `/sign-in?onward=${step}` };
    const saved = draft?.content ?? createEmptyDraft();
    const content = child === undefined ? saved : selectChildByKey(saved, child);
    if (content.sent) return { redirectTo: "/enroll/done" };
    if (school.openYears.length === 0 || isInaccessible(content)) return { redirectTo: "/enroll" };
    if (listEnrolledChildren(content, school).length > 0)
      return { redirectTo: content.children ? "/enroll/children" : "/enroll?enrolled=yes" };

    const flow = createFormFlow(content, school);
    const openStep =
      draft && content === saved ? getCachedOpenStep(draft, flow, school) : findFirstOpenStep(flow, school);
    const index = flow.steps.indexOf(step);
    if (index < 0) return { redirectTo: `/enroll/${openStep}` };
    if (index > flow.steps.indexOf(openStep))
      return { redirectTo: `/enroll/${openStep}${child === undefined ? "" : `?from=check&child=${child}`}` };

    const page = flow.content.pending?.[step];
    if (!page) return { school, flow, openStep, problems: findOpeningProblems(step, flow, school) };
    // Unsaved input shows errors only if they were shown before (wizard 8).
    const { problems } = page.refused
      ? validateStep(step, getStepInput(step, flow), flow, school)
      : { problems: {} };
    return { school, flow, openStep, problems };
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
