"use server";

import { after } from "next/server";
import { getLocale } from "next-intl/server";
import type { DraftConflict, StepError, StepState } from "@/components/wizard/step/step-state";
import { HONEYPOT } from "@/components/wizard/step/step-state";
import { LANGUAGE_FIELD, type Locale, locales } from "@/lib/i18n/locales";
import { redirect } from "@/lib/i18n/navigation";
import { AppError, isDatabaseUnavailable, isOutcomeUnknown } from "@/lib/platform/errors";
import { changedParts, SHOWN } from "@/lib/platform/fingerprint";
import { errorFields, logger } from "@/lib/platform/logger";
import { getCurrentSandbox, withSandbox } from "@/lib/platform/sandbox";
import { bindDraft, offerDraft } from "@/lib/wizard/account/verbs";
import {
  continueWithGuardian,
  createSentDraft,
  selectChild,
  selectChildByKey,
} from "@/lib/wizard/drafts/children";
import {
  createFormFlow,
  findFirstOpenStep,
  listVisibleSteps,
  validateStep,
} from "@/lib/wizard/drafts/form-flow";
import { getFormSchool } from "@/lib/wizard/drafts/queries";
import { findMistypedEmails } from "@/lib/wizard/drafts/rules";
import {
  createInputChange,
  hasSameQuestion,
  isDraftLost,
  isStillAsked,
  type OpenedPage,
  readStepInput,
  saveAnswers,
  saveInput,
  selectOpenedChild,
} from "@/lib/wizard/drafts/verbs";
import { changeDraft, createEmptyDraft, type DraftContent, deleteDraft } from "@/lib/wizard/drafts/writes";
import { tryConsumeFormLimit } from "@/lib/wizard/limits";
import { sendDraft } from "@/lib/wizard/send/verbs";
import { getProgress, isStep, lastStep } from "@/lib/wizard/steps";
import { ERROR_FIELD, type RawInput, REPORTED_FIELD, SAME_COURSE_BUTTON } from "@/lib/wizard/types";
import { getClientAddress } from "../_lib/client-address";
import { deleteDraftCookie, getDraftOrLock, readDraftToken, setDraftCookie } from "./_lib/draft-cookie";
import { getDraftConflict, updateDraft } from "./_lib/update-draft";
import { getDraftParts } from "./[step]/check-answers-page";
import { getChangedHref, getHrefFromCheck, getSignInHref, getStepHref } from "./hrefs";

type Redirect = { href: string };

/** Continue: validates and saves a step, then redirects. */
export async function saveStepAction(opened: OpenedPage, _: StepState, form: FormData): Promise<StepState> {
  const input = readStepInput(opened, form);
  const language = getChosenLanguage(form);
  const staysOnStep = language !== undefined || form.has(SAME_COURSE_BUTTON);
  const outcome = await catchErrors(input, () =>
    staysOnStep ? reloadStep(opened, input, form) : saveStep(opened, input, form),
  );
  if ("problems" in outcome) return outcome;
  return redirect({ href: outcome.href, locale: language ?? (await getLocale()) });
}

/**
 * Saves valid or invalid input, so that it survives a reload (wizard 10). Never redirects; returns
 * conflicts instead.
 */
export async function autosaveAction(opened: OpenedPage, form: FormData): Promise<DraftConflict | undefined> {
  const input = readStepInput(opened, form);
  let conflict: DraftConflict | undefined;
  if (!isStep(opened.step)) return;
  await catchErrors(input, async () => {
    conflict = await getDraftConflict(opened);
    const canSave = conflict === undefined || conflict === "signedOut";
    if (canSave && (await tryConsumeFormLimit("keeps", await getClientAddress()))) {
      const saveForm = createInputChange(
        opened,
        form,
        await getFormSchool((await getDraftOrLock()).draft?.content),
      );
      // Keeps the child that another tab has selected.
      const change = async (draft: DraftContent) => selectChildByKey(await saveForm(draft), draft.key ?? 0);
      await updateDraft(opened, change, { renew: false });
    }
    return { problems: {} };
  });
  return conflict;
}

/** Continue on the last step: submits once. */
export async function submitEnrollmentAction(
  opened: OpenedPage,
  state: StepState,
  form: FormData,
): Promise<StepState> {
  const input = readStepInput(opened, form);
  if (getChosenLanguage(form)) return saveStepAction(opened, state, form);
  const locale = await getLocale();
  const outcome = await catchErrors(input, () => submitDraft(opened, form, input, locale), "unsure");
  if ("problems" in outcome) return outcome;
  return redirect({ href: outcome.href, locale });
}

/** Deletes the draft from server and browser. */
export const deleteDraftAction = async (): Promise<never> => endDraft("/enroll?deleted=yes");

/** Removes the submitted draft, so that a new request can start. */
export const startAnotherAction = async (): Promise<never> => endDraft("/enroll");

async function endDraft(href: string): Promise<never> {
  await deleteDraft(await readDraftToken());
  await deleteDraftCookie();
  return redirect({ href, locale: await getLocale() });
}

/**
 * A new request for another child of the same guardian, while the guardian's data is retained; safe to
 * repeat.
 */
export async function continueWithGuardianAction(): Promise<never> {
  const locale = await getLocale();
  const token = await readDraftToken();
  if ((await getDraftOrLock()).isLocked) return redirect({ href: "/sign-in?onward=enroll", locale });
  const content = await changeDraft(token, continueWithGuardian);
  if (!token || !content) return redirect({ href: "/enroll?over=yes", locale });
  await setDraftCookie(token);
  const school = await getFormSchool();
  return redirect({ href: getStepHref(findFirstOpenStep(createFormFlow(content, school), school)), locale });
}

/** For unknown steps, such as those of another build. */
const NO_STEP: Redirect = { href: "/enroll" };

async function saveStep(opened: OpenedPage, input: RawInput, form: FormData): Promise<StepState | Redirect> {
  const { step, fromCheck } = opened;
  if (!isStep(step)) return NO_STEP;
  if (!(await tryConsumeFormLimit("steps", await getClientAddress())))
    return { problems: {}, input, error: "tooMany" };
  const { draft, isLocked } = await getDraftOrLock();
  const school = await getFormSchool(draft?.content);
  if (draft?.content.sent) return { href: "/enroll/done" };
  if (isLocked) return saveForSignIn(opened, input);
  if (school.openYears.length === 0) return { href: "/enroll" };

  const flow = createFormFlow(selectOpenedChild(draft?.content ?? createEmptyDraft(), opened), school);
  if (!isStillAsked(opened, flow)) {
    if (!draft) await updateDraft(opened, (content) => saveInput(content, step, { typed: input }));
    return { href: `${getStepHref(findFirstOpenStep(flow, school))}${draft ? "?overtaken=yes" : ""}` };
  }
  const { values, problems: invalid } = validateStep(step, input, flow, school);
  const reported = String(form.get(REPORTED_FIELD));
  const problems = { ...findMistypedEmails(values, flow.answers, reported), ...invalid };
  const isChanged = !hasSameQuestion(opened, flow, form);
  if (!isChanged && Object.keys(problems).length > 0) {
    form.set(ERROR_FIELD, "yes");
    await updateDraft(opened, createInputChange(opened, form, school), { renew: false }); // for Back without scripts
    return { problems, input };
  }

  let isSaved = false;
  const content = await updateDraft(opened, async (draft) => {
    const current = selectOpenedChild(draft, opened);
    const currentFlow = createFormFlow(current, school);
    isSaved = isStillAsked(opened, currentFlow) && hasSameQuestion(opened, currentFlow, form);
    if (isSaved) return recogniseChild(saveAnswers(current, step, values, school));
    return isStillAsked(opened, currentFlow) ? saveInput(current, step, { typed: input }) : draft;
  });
  if (!isSaved) return { href: getChangedHref(step, { fromCheck }) };
  const newFlow = createFormFlow(content, school);
  const openStep = findFirstOpenStep(newFlow, school);
  if (fromCheck) return { href: getHrefFromCheck(openStep) };
  return { href: getStepHref(getProgress(step, listVisibleSteps(newFlow, step)).next ?? openStep) };
}

/** In an account, a typed child of the family continues as the child that the school knows (families 5). */
const recogniseChild = (content: DraftContent) =>
  content.by === undefined || content.sent ? content : bindDraft(content, content.by);

/** Saves the input of an ended session until the same person signs in again. */
async function saveForSignIn(opened: OpenedPage, input: RawInput): Promise<Redirect> {
  const change = (content: DraftContent) =>
    saveInput(selectOpenedChild(content, opened), opened.step, { typed: input });
  await updateDraft(opened, change);
  return { href: getSignInHref(opened.step) };
}

/** The same page and input in another language. */
async function reloadStep(
  opened: OpenedPage,
  input: RawInput,
  form: FormData,
): Promise<StepState | Redirect> {
  if (!isStep(opened.step)) return NO_STEP;
  if (!(await tryConsumeFormLimit("steps", await getClientAddress())))
    return { problems: {}, input, error: "tooMany" };
  const { draft, isLocked } = await getDraftOrLock();
  const school = await getFormSchool(draft?.content);
  if (isLocked) return saveForSignIn(opened, input);
  const isBlank = !draft && !opened.chosen && !Object.values(input).some(Boolean);
  const hasLostDraft = !draft && isDraftLost(opened, await readDraftToken());
  if (hasLostDraft || !isBlank) await updateDraft(opened, createInputChange(opened, form, school));
  return { href: getStepHref(opened.step, opened.fromCheck) };
}

async function submitDraft(
  opened: OpenedPage,
  form: FormData,
  input: RawInput,
  locale: Locale,
): Promise<StepState | Redirect> {
  if (form.get(HONEYPOT)) return { problems: {}, input, error: "honeypot" };
  const { draft, isLocked } = await getDraftOrLock();
  if (isLocked) return { href: getSignInHref(lastStep) };
  if (!draft) return saveStep(opened, {}, form);
  const changed = draft.content.sent ? [] : changedParts(form.get(SHOWN), await getDraftParts(draft.content));
  if (changed.length > 0) return { href: getChangedHref(lastStep, { parts: changed }) };
  const outcome = await sendDraft(draft, {
    accepted: input.terms_and_conditions === "on",
    termsUrl: String(form.get("terms_url") ?? ""),
    address: await getClientAddress(),
    locale,
  });
  if ("sent" in outcome) {
    const token = await readDraftToken();
    await changeDraft(token, () => createSentDraft(draft.content, outcome.sent));
    if (token) await setDraftCookie(token);
    return { href: "/enroll/done" };
  }
  if ("problems" in outcome) return { problems: outcome.problems, input };
  // All rejections look alike; only the owner of the address learns more.
  if ("refusal" in outcome && outcome.refusal === "duplicate") {
    const sandbox = getCurrentSandbox();
    after(() => withSandbox(sandbox, () => offerDraft(draft.id)));
  }
  if ("refusal" in outcome) return { problems: {}, input, error: outcome.refusal };
  if ("enrolled" in outcome) return { href: "/enroll?enrolled=yes" };
  if (outcome.step === "start") return { href: "/enroll" };
  const { child } = outcome;
  if (child !== undefined)
    await changeDraft(await readDraftToken(), (content) => selectChild(content, child));
  return { href: getHrefFromCheck(outcome.step) };
}

function getChosenLanguage(form: FormData): Locale | undefined {
  return locales.find((locale) => locale === form.get(LANGUAGE_FIELD));
}

/**
 * On server errors the family stays on the page with its input.
 * @param unansweredError if the request may have succeeded although no response came
 */
async function catchErrors(
  input: RawInput,
  run: () => Promise<StepState | Redirect>,
  unansweredError: StepError = "unavailable",
): Promise<StepState | Redirect> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited")
      return { problems: {}, input, error: "tooMany" };
    if (isOutcomeUnknown(error)) return { problems: {}, input, error: unansweredError };
    const isUnavailable = isDatabaseUnavailable(error);
    if (!isUnavailable) logger.error({ error: errorFields(error) }, "form");
    return { problems: {}, input, error: isUnavailable ? "unavailable" : "failed" };
  }
}
