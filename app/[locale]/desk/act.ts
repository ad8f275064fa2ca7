import { headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import type { z } from "zod";
import type { ActionState } from "@/components/action/action-state";
import { toDecisionError } from "@/lib/decisions/decision-error";
import { findDeviceMember } from "@/lib/people/staff/devices";
import { type StaffSession, deleteSavedForm, findEndedSession, saveForm } from "@/lib/people/staff/sessions";
import { PermissionError } from "@/lib/people/staff/permissions";
import { ActionError, type Action } from "@/lib/people/verb";
import { AppError, isDatabaseUnavailable, isOutcomeUnknown } from "@/lib/platform/errors";
import { assertFormData, readFormFields, setFormError } from "@/lib/platform/page-request";
import { readForm } from "../read-form";
import { requesterAddress } from "../requester-address";
import { problemOf, problemsOf } from "./refused";
import {
  aboutHere,
  currentStaff,
  deskCookie,
  dropDeskCookie,
  keepDeskCookie,
  keptAt,
  leaveFor,
  ownAddress,
} from "./session";

/**
 * Runs an action of the desk for whoever is signed in. When the session has ended meanwhile, or the
 * password must be typed anew, what was typed is kept for the same member until they are back.
 *
 * @param work does it, asking for its right itself; returns problems, or where to go on
 */
export async function asStaff(
  form: FormData,
  work: (session: StaffSession) => Promise<ActionState | { goTo: string }>,
): Promise<ActionState> {
  assertFormData(form);
  const session = await currentStaff();
  if (session?.stage !== "open") return signInFirst(form);
  return asVisitor(form, async () => {
    const result = await work(session).catch((error) => {
      if (error instanceof PermissionError && error.code === "password_needed")
        return confirmPasswordFirst(session, form);
      throw error;
    });
    if ("goTo" in result) await dropKeptHere(session);
    return result;
  });
}

/** The same for whoever is not wholly signed in, without keeping what was typed. */
export async function asVisitor(
  form: FormData,
  work: () => Promise<ActionState | { goTo: string }>,
): Promise<ActionState> {
  assertFormData(form);
  try {
    const result = await orUnavailable(work);
    if ("goTo" in result) return await leaveFor(result.goTo);
    return await answered(result, form);
  } catch (error) {
    return answered({ problems: await refusalOf(error, form) }, form);
  }
}

/** What a form is answered with; without scripts the page says it, whether its form is still there or not. */
async function answered(result: ActionState, form: FormData): Promise<ActionState> {
  const at = Date.now();
  if (result.problems) {
    const t = await getTranslations("desk.problems");
    setFormError({ title: t("title"), problems: result.problems, at });
  }
  return { ...result, values: result.values ?? readFormFields(form), at };
}

/** What a form says of what a verb asks, beside what is given. The verb looks at it. */
export const inputOf = <S extends z.ZodObject>(
  form: FormData,
  { schema }: Pick<Action<S>, "schema">,
  given: Partial<z.input<S>> = {},
) => {
  const sent = Object.entries(readForm(form, schema)).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(sent), ...given } as z.input<S>;
};

/** Does what a form says, and goes on at an address, which may say that it is done. */
export async function doThen<S extends z.ZodObject, R>(
  form: FormData,
  verb: Action<S, R>,
  to: string | ((result: R) => string | Promise<string>),
  given: Partial<z.input<S>> = {},
): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    const result = await verb(inputOf(form, verb, given), actor);
    return { goTo: typeof to === "string" ? to : await to(result) };
  });
}

/** The same with the enrollment of the page, which says that it is done. */
export async function doHere<S extends z.ZodObject, R>(
  form: FormData,
  verb: Action<S, R>,
  said: string | ((result: R) => string),
): Promise<ActionState> {
  const to = (result: R) => ownAddress({ said: typeof said === "string" ? said : said(result) });
  return doThen(form, verb, to, { reference: await aboutHere() } as never);
}

/** What was done stands, also when the database goes away after it: what was kept goes by itself in an hour. */
async function dropKeptHere({ actor }: StaffSession) {
  const held = await deskCookie("held");
  if (!held) return;
  await dropDeskCookie("held");
  await orUnavailable(() => deleteSavedForm(actor.id, held));
}

/** A refusal of the domain in words; whatever else went wrong is thrown on. */
async function refusalOf(error: unknown, form: FormData): Promise<ActionState["problems"]> {
  const [desk, wizard, locale] = await Promise.all([
    getTranslations("desk"),
    getTranslations("wizard"),
    getLocale(),
  ]);
  if (error instanceof PermissionError) return [{ words: desk("problems.no_right") }];
  const refusal = toDecisionError(error);
  if (refusal) return [problemOf(refusal, form, locale)];
  if (error instanceof ActionError || (error instanceof AppError && error.status < 500))
    return problemsOf(error.issues, form, { desk, wizard, locale });
  throw error;
}

/** Who asks, and with what browser. */
export async function requester() {
  return { address: await requesterAddress(), userAgent: (await headers()).get("user-agent") ?? "" };
}

/** Too many passwords at once, or no database: said in words, and everything typed stays. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T | ActionState> {
  try {
    return await work();
  } catch (error) {
    const busy = error instanceof AppError && error.code === "unavailable";
    if (!busy && !isDatabaseUnavailable(error)) throw error;
    const t = await getTranslations("desk.problems");
    return { problems: [{ words: t(isOutcomeUnknown(error) ? "unsure" : "unavailable") }], at: Date.now() };
  }
}

async function signInFirst(form: FormData): Promise<never> {
  const ended = await findEndedSession(await deskCookie("session"));
  // The browser drops the session's cookie when it ends, or before; its own it keeps.
  const memberId = ended?.memberId ?? (await findDeviceMember(await deskCookie("device")));
  if (memberId) await keepFor(memberId, form);
  return leaveFor(`/desk/sign-in?to=${encodeURIComponent(await ownAddress())}`);
}

async function confirmPasswordFirst(session: StaffSession, form: FormData): Promise<never> {
  await keepTyped(session, form);
  return leaveFor(`/desk/password?to=${encodeURIComponent(await ownAddress())}`);
}

/** Keeps what was typed for the page's next form of this name, where another address goes on with it. */
export const keepTyped = ({ actor }: StaffSession, form: FormData) => keepFor(actor.id, form);

async function keepFor(memberId: string, form: FormData) {
  const held = { path: await keptAt(), fields: readFormFields(form) };
  await keepDeskCookie("held", await saveForm(memberId, held, new Date()));
}
