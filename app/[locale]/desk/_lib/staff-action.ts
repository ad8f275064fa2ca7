import { headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import type { z } from "zod";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { readFormData } from "@/app/[locale]/_lib/parse-form";
import type { ActionOutcome, ActionState, FormAction } from "@/components/forms/action-state";
import { toDecisionError } from "@/lib/decisions/decision-error";
import { toLocalizedPath } from "@/lib/i18n/locales";
import { findDeviceMember } from "@/lib/people/staff/devices";
import { PermissionError } from "@/lib/people/staff/permissions";
import { deleteSavedForm, findEndedSession, type StaffSession, saveForm } from "@/lib/people/staff/sessions";
import { DomainError, type Verb } from "@/lib/people/verb";
import { AppError, isDatabaseUnavailable, isOutcomeUnknown } from "@/lib/platform/errors";
import { SHOWN } from "@/lib/platform/fingerprint";
import { assertFormData, readFormFields, setFormError } from "@/lib/platform/page-request";
import { needsReload, toDecisionProblem, toProblems } from "./refusal-problems";
import {
  deleteDeskCookie,
  getPageAddress,
  getSavedFormKey,
  getStaffSession,
  readDeskCookie,
  redirectTo,
  setDeskCookie,
} from "./session";

/**
 * An action with a session. If it has ended, or the password is needed again, the input is saved for the same
 * member.
 * @param run checks its permission; returns errors or the next address
 */
export const createStaffAction =
  (run: (session: StaffSession, form: FormData) => Promise<ActionOutcome>): FormAction =>
  async (state, form) => {
    assertFormData(form);
    const session = await getStaffSession();
    if (session?.stage !== "open") return redirectToSignIn(form);
    const runInSession = createSignInAction(async () => {
      const result = await run(session, form).catch(async (error) => {
        if (error instanceof PermissionError && error.code === "password_needed")
          return redirectToPassword(session, form);
        if (!needsReload(error)) throw error;
        const problems = (await toErrorProblems(error, form)) ?? [];
        const remedy = await createReloadLink(session.actor.id, form);
        return { problems: problems.map((problem) => ({ ...problem, remedy })) };
      });
      if ("redirect" in result) await deleteSavedFormOfPage(session);
      return result;
    });
    return runInSession(state, form);
  };

/** An action of an incomplete sign-in; saves no input. */
export const createSignInAction =
  (run: (form: FormData) => Promise<ActionOutcome>): FormAction =>
  async (_, form) => {
    assertFormData(form);
    try {
      const result = await catchUnavailable(() => run(form));
      if ("redirect" in result) return await redirectTo(result.redirect);
      return await toResponse(result, form);
    } catch (error) {
      return toResponse({ problems: await toErrorProblems(error, form) }, form);
    }
  };

/** Without scripts the page shows the result, even if its form is gone. */
async function toResponse(result: ActionState, form: FormData): Promise<ActionState> {
  const id = Date.now();
  if (result.problems) {
    const t = await getTranslations("desk.problems");
    setFormError({ title: t("title"), problems: result.problems, id });
  }
  return { ...result, values: result.values ?? readFormFields(form), id };
}

/** Form fields of the verb's input, which the verb validates. */
export const readActionInput = <S extends z.ZodObject>(
  form: FormData,
  { schema }: Pick<Verb<S>, "schema">,
) => {
  const fields = Object.entries(readFormData(form, schema)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as z.input<S>;
};

/** Ignores a failure after the action is done: saved forms expire in an hour. */
async function deleteSavedFormOfPage({ actor }: StaffSession) {
  const token = await readDeskCookie("savedForm");
  if (!token) return;
  await deleteDeskCookie("savedForm");
  await catchUnavailable(() => deleteSavedForm(actor.id, token));
}

/** Domain errors as texts; rethrows others. */
async function toErrorProblems(error: unknown, form: FormData): Promise<ActionState["problems"]> {
  const [desk, wizard, locale] = await Promise.all([
    getTranslations("desk"),
    getTranslations("wizard"),
    getLocale(),
  ]);
  if (error instanceof PermissionError) return [{ text: desk("problems.no_right") }];
  const decisionError = toDecisionError(error);
  if (decisionError) return [toDecisionProblem(decisionError, form, locale)];
  if (error instanceof DomainError || (error instanceof AppError && error.status < 500))
    return toProblems(error.issues, form, { desk, wizard, locale });
  throw error;
}

/** For the audit log. */
export async function getClient() {
  return { address: await getClientAddress(), userAgent: (await headers()).get("user-agent") ?? "" };
}

/** Handles too many passwords at once and an unavailable database; the input is kept. */
export async function catchUnavailable<T>(run: () => Promise<T>): Promise<T | ActionState> {
  try {
    return await run();
  } catch (error) {
    const isOverloaded = error instanceof AppError && error.code === "unavailable";
    if (!isOverloaded && !isDatabaseUnavailable(error)) throw error;
    const t = await getTranslations("desk.problems");
    return { problems: [{ text: t(isOutcomeUnknown(error) ? "unsure" : "unavailable") }], id: Date.now() };
  }
}

async function redirectToSignIn(form: FormData): Promise<never> {
  const ended = await findEndedSession(await readDeskCookie("session"));
  // The browser may have deleted the session's cookie, but keeps the device's.
  const memberId = ended?.memberId ?? (await findDeviceMember(await readDeskCookie("device")));
  if (memberId) await saveSubmittedForm(memberId, form);
  return redirectTo(`/desk/sign-in?to=${encodeURIComponent(await getPageAddress())}`);
}

async function redirectToPassword(session: StaffSession, form: FormData): Promise<never> {
  await saveSubmittedForm(session.actor.id, form);
  return redirectTo(`/desk/password?to=${encodeURIComponent(await getPageAddress())}`);
}

/** A link to the page as it is now, with the input of this form, but not with what the page showed before. */
export async function createReloadLink(memberId: string, form: FormData) {
  const input = new FormData();
  for (const [name, value] of form)
    if (!/^(was|was-.+|version|count)$/.test(name) && name !== SHOWN) input.append(name, value);
  await saveSubmittedForm(memberId, input);
  const [t, locale] = await Promise.all([getTranslations("desk.problems"), getLocale()]);
  return { href: toLocalizedPath(locale, await getPageAddress()), text: t("reload") };
}

/** For the next form of this name, when another page continues the action. */
export async function saveSubmittedForm(memberId: string, form: FormData) {
  const savedForm = { path: await getSavedFormKey(), fields: readFormFields(form) };
  await setDeskCookie("savedForm", await saveForm(memberId, savedForm, new Date()));
}
