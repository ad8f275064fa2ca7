import { getLocale, getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { filled } from "@/components/form/filled";
import type { SchoolContext } from "@/lib/enrollment/rules";
import { schoolContext } from "@/lib/enrollment/school-context";
import type { Answers, Branch, FormCode, FormField } from "@/lib/form/answers";
import { withChildEmail } from "@/lib/form/child-email";
import { stepSchema } from "@/lib/form/form-schema";
import { controlOf, dateAsTyped, fieldValues, readTyped } from "@/lib/form/form-values";
import { callingCodes } from "@/lib/reference/calling-codes";
import { problemWords } from "./problem-words";

type Checked = { values: Answers } | { problems: NonNullable<ActionState["problems"]> };

/**
 * Reads some fields of the enrollment form out of another form, by the same schemas and rules and with the
 * same words for what is wrong.
 *
 * @param answers what the rules compare with
 * @param years whose catalogues the rules know, where they are others than those that can be enrolled for
 */
export async function checkFields(
  form: FormData,
  fields: readonly FormField[],
  branch: Branch,
  answers: Answers = {},
  years?: SchoolContext["schoolYears"],
): Promise<Checked> {
  const [t, locale, school] = await Promise.all([getTranslations("wizard"), getLocale(), schoolContext()]);
  const context = years ? { ...school, schoolYears: years } : school;
  const prefixes = callingCodes(context.countries).map(({ prefix }) => prefix);
  const typed = readTyped(form, fields);
  const values = withChildEmail(fieldValues(typed, fields, prefixes), answers, context);
  const result = stepSchema(fields, branch, context, answers).safeParse(values);
  if (result.success) return { values: result.data as Answers };
  const words = problemWords(fields, branch, t, locale);
  return {
    problems: result.error.issues.map(({ path, message }) => {
      const field = String(path[0]) as FormField;
      return {
        field: controlOf(field, message as FormCode),
        words: filled(words[`${field}.${message}`] ?? t("problems.any.invalid_type"), {
          date: dateAsTyped(field, typed),
        }),
      };
    }),
  };
}
