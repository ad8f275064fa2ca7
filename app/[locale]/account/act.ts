import { getLocale, getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { refusalIn } from "@/lib/decisions/refusal";
import { refusalWords } from "@/lib/decisions/refusal-words";
import { redirect } from "@/lib/i18n/navigation";
import { AppError, isDatabaseAway, isOutcomeUnknown } from "@/lib/platform/errors";
import { requireForm } from "@/lib/platform/page-answer";
import { typed } from "@/lib/platform/typed";
import { signedInPerson } from "./session-cookie";

/**
 * Runs an action of the account for whoever is signed in; a refusal becomes words above the form, and
 * what was typed stays.
 *
 * @param work does it, asking itself whether they may; returns problems, or where to go on
 */
export async function asFamily(
  form: FormData,
  work: (personId: string) => Promise<ActionState | { goTo: string }>,
): Promise<ActionState> {
  requireForm(form);
  const personId = await signedInPerson();
  if (!personId) return leaveFor("/sign-in");
  const result = await orRefused(() => work(personId));
  if ("goTo" in result) return leaveFor(result.goTo);
  return { ...result, values: result.values ?? typed(form), at: Date.now() };
}

/** One field's text. */
export function field(form: FormData, name: string): string {
  requireForm(form);
  const value = form.get(name);
  return typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : "";
}

/** A refusal of the domain in words. */
export async function orRefused(work: () => Promise<ActionState | { goTo: string }>) {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal) return { problems: [{ words: refusalWords(refusal, await getLocale()) }] };
    if (!isDatabaseAway(error)) throw error;
    const t = await getTranslations("account.problems");
    return { problems: [{ words: t(isOutcomeUnknown(error) ? "unsure" : "unavailable") }] };
  }
}

export async function leaveFor(href: string): Promise<never> {
  return redirect({ href, locale: await getLocale() });
}

/** Too many passwords at once, or no database. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T | "unavailable"> {
  try {
    return await work();
  } catch (error) {
    if (isDatabaseAway(error) || (error instanceof AppError && error.code === "unavailable"))
      return "unavailable";
    throw error;
  }
}
