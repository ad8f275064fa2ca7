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
import { offerDraft } from "@/lib/wizard/account/verbs";
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
  asksTheSame,
  createInputChange,
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
import { type RawInput, REPORTED_FIELD, SAME_COURSE_BUTTON } from "@/lib/wizard/types";
import { getClientAddress } from "../_lib/client-address";
import { deleteDraftCookie, getDraftOrLock, readDraftToken, setDraftCookie } from "./_lib/draft-cookie";
import { getDraftConflict, updateDraft } from "./_lib/update-draft";
import { partsOfDraft } from "./[step]/check-answers-page";
import { changedHref, hrefFromCheck, signInHref, stepHref } from "./hrefs";

type Onward = { href: string };

/** Continue: validates and saves a step, then redirects. */
export async function saveStepAction(opened: OpenedPage, _: StepState, form: FormData): Promise<StepState> {
  const typed = readStepInput(opened, form);
  const language = wantedLanguage(form);
  const stays = language !== undefined || form.has(SAME_COURSE_BUTTON);
  const outcome = await catchErrors(typed, () =>
    stays ? showAgain(opened, form) : save(opened, typed, form),
  );
  if ("refusal" in outcome || "problems" in outcome) return outcome;
  return redirect({ href: outcome.href, locale: language ?? (await getLocale()) });
}

/**
 * Saves valid or invalid input, so that it survives a reload (wizard 10). Never redirects; returns
 * conflicts instead.
 */
export async function autosaveAction(opened: OpenedPage, form: FormData): Promise<DraftConflict | undefined> {
  const typed = readStepInput(opened, form);
  let conflict: DraftConflict | undefined;
  if (!isStep(opened.step)) return;
  await catchErrors(typed, async () => {
    conflict = await getDraftConflict(opened);
    const keeps = conflict === undefined || conflict === "signedOut";
    if (keeps && (await tryConsumeFormLimit("keeps", await getClientAddress()))) {
      const keep = createInputChange(
        opened,
        form,
        await getFormSchool((await getDraftOrLock()).draft?.content),
      );
      // Keeps the child that another tab has selected.
      const kept = (draft: DraftContent) => selectChildByKey(keep(draft), draft.key ?? 0);
      await updateDraft(opened, kept, { renew: false });
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
  const typed = readStepInput(opened, form);
  if (wantedLanguage(form)) return saveStepAction(opened, state, form);
  const locale = await getLocale();
  const outcome = await catchErrors(typed, () => submit(opened, form, typed, locale), "unsure");
  if ("refusal" in outcome || "problems" in outcome) return outcome;
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
  if ((await getDraftOrLock()).lockedFor) return redirect({ href: "/sign-in?onward=enroll", locale });
  const content = await changeDraft(token, continueWithGuardian);
  if (!token || !content) return redirect({ href: "/enroll?over=yes", locale });
  await setDraftCookie(token);
  const school = await getFormSchool();
  return redirect({ href: stepHref(findFirstOpenStep(createFormFlow(content, school), school)), locale });
}

/** For unknown steps, such as those of another build. */
const NO_STEP: Onward = { href: "/enroll" };

async function save(opened: OpenedPage, typed: RawInput, form: FormData): Promise<StepState | Onward> {
  const { step, fromCheck } = opened;
  if (!isStep(step)) return NO_STEP;
  if (!(await tryConsumeFormLimit("steps", await getClientAddress())))
    return { problems: {}, typed, refusal: "tooMany" };
  const { draft, lockedFor } = await getDraftOrLock();
  const school = await getFormSchool(draft?.content);
  if (draft?.content.sent) return { href: "/enroll/done" };
  if (lockedFor) return saveForSignIn(opened, typed);
  if (school.open.length === 0) return { href: "/enroll" };

  const flow = createFormFlow(selectOpenedChild(draft?.content ?? createEmptyDraft(), opened), school);
  if (!isStillAsked(opened, flow)) {
    if (!draft) await updateDraft(opened, (content) => saveInput(content, step, { typed }));
    return { href: `${stepHref(findFirstOpenStep(flow, school))}${draft ? "?overtaken=yes" : ""}` };
  }
  const { values, problems: wrong } = validateStep(step, typed, flow, school);
  const reported = String(form.get(REPORTED_FIELD));
  const problems = { ...findMistypedEmails(values, flow.answers, reported), ...wrong };
  const isChanged = !asksTheSame(opened, flow, form);
  if (!isChanged && Object.keys(problems).length > 0) return { problems, typed };

  let isSaved = false;
  const content = await updateDraft(opened, (draft) => {
    const current = selectOpenedChild(draft, opened);
    const now = createFormFlow(current, school);
    isSaved = isStillAsked(opened, now) && asksTheSame(opened, now, form);
    if (isSaved) return saveAnswers(current, step, values, school);
    return isStillAsked(opened, now) ? saveInput(current, step, { typed }) : draft;
  });
  if (!isSaved) return { href: changedHref(step, { fromCheck }) };
  const after = createFormFlow(content, school);
  const open = findFirstOpenStep(after, school);
  if (fromCheck) return { href: hrefFromCheck(open) };
  return { href: stepHref(getProgress(step, listVisibleSteps(after, step)).next ?? open) };
}

/** Saves the input of an ended session until the same person signs in again. */
async function saveForSignIn(opened: OpenedPage, typed: RawInput): Promise<Onward> {
  const keep = (content: DraftContent) =>
    saveInput(selectOpenedChild(content, opened), opened.step, { typed });
  await updateDraft(opened, keep);
  return { href: signInHref(opened.step) };
}

/** The same page and input in another language. */
async function showAgain(opened: OpenedPage, form: FormData): Promise<StepState | Onward> {
  if (!isStep(opened.step)) return NO_STEP;
  if (!(await tryConsumeFormLimit("steps", await getClientAddress())))
    return { problems: {}, refusal: "tooMany" };
  const { draft, lockedFor } = await getDraftOrLock();
  const school = await getFormSchool(draft?.content);
  if (lockedFor) return saveForSignIn(opened, readStepInput(opened, form));
  const blank = !draft && !Object.values(readStepInput(opened, form)).some(Boolean);
  const lost = !draft && isDraftLost(opened, await readDraftToken());
  if (lost || !blank) await updateDraft(opened, createInputChange(opened, form, school));
  return { href: stepHref(opened.step, opened.fromCheck) };
}

async function submit(
  opened: OpenedPage,
  form: FormData,
  typed: RawInput,
  locale: Locale,
): Promise<StepState | Onward> {
  if (form.get(HONEYPOT)) return { problems: {}, typed, refusal: "honeypot" };
  const { draft, lockedFor } = await getDraftOrLock();
  if (lockedFor) return { href: signInHref(lastStep) };
  if (!draft) return save(opened, {}, form);
  const changed = draft.content.sent ? [] : changedParts(form.get(SHOWN), await partsOfDraft(draft.content));
  if (changed.length > 0) return { href: changedHref(lastStep, { parts: changed }) };
  const outcome = await sendDraft(draft, {
    accepted: typed.terms_and_conditions === "on",
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
  if ("problems" in outcome) return { problems: outcome.problems, typed };
  // All rejections look alike; only the owner of the address learns more.
  if ("refusal" in outcome && outcome.refusal === "duplicate") {
    const sandbox = getCurrentSandbox();
    after(() => withSandbox(sandbox, () => offerDraft(draft.id)));
  }
  if ("refusal" in outcome) return { problems: {}, typed, refusal: outcome.refusal };
  if ("enrolled" in outcome) return { href: "/enroll?enrolled=yes" };
  if (outcome.step === "start") return { href: "/enroll" };
  const { child } = outcome;
  if (child !== undefined)
    await changeDraft(await readDraftToken(), (content) => selectChild(content, child));
  return { href: hrefFromCheck(outcome.step) };
}

function wantedLanguage(form: FormData): Locale | undefined {
  return locales.find((locale) => locale === form.get(LANGUAGE_FIELD));
}

/**
 * On server errors the family stays on the page with its input.
 * @param unanswered text if the work may be done although no response came
 */
async function catchErrors(
  typed: RawInput,
  work: () => Promise<StepState | Onward>,
  unanswered: StepError = "unavailable",
): Promise<StepState | Onward> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited")
      return { problems: {}, typed, refusal: "tooMany" };
    if (isOutcomeUnknown(error)) return { problems: {}, typed, refusal: unanswered };
    const isAway = isDatabaseUnavailable(error);
    if (!isAway) logger.error({ error: errorFields(error) }, "form");
    return { problems: {}, typed, refusal: isAway ? "unavailable" : "failed" };
  }
}
