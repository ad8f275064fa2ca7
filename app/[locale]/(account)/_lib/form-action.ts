import { getLocale, getTranslations } from "next-intl/server";
import type { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import type { ActionOutcome, ActionState } from "@/components/forms/action-state";
import { formatDecisionError, toDecisionError } from "@/lib/decisions/decision-error";
import { redirect } from "@/lib/i18n/navigation";
import { DomainError } from "@/lib/people/verb";
import { AppError, isDatabaseUnavailable, isOutcomeUnknown } from "@/lib/platform/errors";
import { readFormFields, setFormError } from "@/lib/platform/page-request";
import { getSignedInPersonId } from "./session";

/**
 * An action for everybody: errors of schema and domain are shown, and the input is kept.
 * @param run checks permissions itself
 */
export const createPublicAction =
  <Schema extends z.ZodObject>(
    schema: Schema,
    run: (input: z.output<Schema>, form: FormData) => Promise<ActionOutcome>,
  ) =>
  async (_: unknown, form: FormData): Promise<ActionState> => {
    const result = await catchErrors(async () => run(parseForm(form, schema), form));
    if ("redirect" in result) return redirectTo(result.redirect);
    const id = Date.now();
    if (result.problems) {
      const t = await getTranslations("account");
      setFormError({ title: t("errorTitle"), problems: result.problems, id }); // the form may be gone from its page
    }
    return { ...result, values: result.values ?? readFormFields(form), id };
  };

export const createAccountAction = <Schema extends z.ZodObject>(
  schema: Schema,
  run: (personId: string, input: z.output<Schema>, form: FormData) => Promise<ActionOutcome>,
) =>
  createPublicAction(schema, async (input, form) => {
    const personId = await getSignedInPersonId();
    return personId ? run(personId, input, form) : { redirect: "/sign-in" };
  });

/**
 * The action of a `PostForm`, which shows no errors.
 * @param run returns the next address
 */
export const createButtonAction =
  <Schema extends z.ZodObject>(schema: Schema, run: (input: z.output<Schema>) => Promise<string>) =>
  async (_: undefined, form: FormData): Promise<never> =>
    redirectTo(await run(parseForm(form, schema)));

/** Also handles too many passwords at once and an unavailable database. */
async function catchErrors(run: () => Promise<ActionOutcome>): Promise<ActionOutcome> {
  try {
    return await run();
  } catch (error) {
    const t = await getTranslations("account");
    if (error instanceof DomainError) {
      const getText = (key: string) => t(`issues.${key}` as "issues.limited");
      const problems = error.issues.map(({ field, code }) =>
        field ? { field, text: getText(`${field}.${code}`) } : { text: getText(code) },
      );
      return { problems };
    }
    const decisionError = toDecisionError(error);
    if (decisionError) return { problems: [{ text: formatDecisionError(decisionError, await getLocale()) }] };
    const isBusy = error instanceof AppError && error.code === "unavailable";
    if (isBusy) return { problems: [{ text: t("issues.unavailable") }] };
    if (!isDatabaseUnavailable(error)) throw error;
    return { problems: [{ text: t(`problems.${isOutcomeUnknown(error) ? "unsure" : "unavailable"}`) }] };
  }
}

export async function redirectTo(href: string): Promise<never> {
  return redirect({ href, locale: await getLocale() });
}
