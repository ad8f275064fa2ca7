import { getLocale, getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/forms/action-state";
import { fillText } from "@/components/wizard/fields/fill-text";
import { getSchoolContext } from "@/lib/enrollment/queries";
import type { SchoolContext } from "@/lib/enrollment/rules";
import { listCallingCodes } from "@/lib/reference/phone-numbers";
import { addChildEmail } from "@/lib/wizard/child-email";
import { normalisePhones } from "@/lib/wizard/drafts/form-flow";
import {
  formatRawDate,
  getErrorControl,
  readRawInput,
  toFieldValues,
  toProblems,
} from "@/lib/wizard/form-values";
import { createStepSchema } from "@/lib/wizard/schema";
import type { Answers, Branch, FormField } from "@/lib/wizard/types";
import { getFieldErrorTexts } from "./field-error-texts";

type Options = {
  years?: SchoolContext["schoolYears"];
  isStaff?: boolean;
  ownTexts?: Record<string, string>;
};

type Validated = { values: Answers } | { problems: NonNullable<ActionState["problems"]> };

/**
 * Validates wizard fields in another form, with the same rules and texts.
 * @param answers compared by the rules
 * @param options.years with catalogues for the rules, if not the open ones
 * @param options.isStaff texts for staff, who enter somebody else's answers
 * @param options.ownTexts the form's own error texts, by `field.code`
 */
export async function validateFields(
  form: FormData,
  fields: readonly FormField[],
  branch: Branch,
  answers: Answers = {},
  { years, isStaff, ownTexts }: Options = {},
): Promise<Validated> {
  const [t, locale, school] = await Promise.all([getTranslations("wizard"), getLocale(), getSchoolContext()]);
  const context = years ? { ...school, schoolYears: years } : school;
  const prefixes = listCallingCodes(context.countries).map(({ prefix }) => prefix);
  const input = readRawInput(form, fields);
  const values = addChildEmail(normalisePhones(toFieldValues(input, fields, prefixes)), answers, context);
  const result = createStepSchema(fields, branch, context, answers).safeParse(values);
  if (result.success) return { values: result.data as Answers };
  const texts = { ...getFieldErrorTexts(fields, isStaff ? "staff" : branch, t, locale), ...ownTexts };
  const problems = Object.entries(toProblems(result.error.issues, fields, input));
  return {
    problems: problems.map(([field, code = "required"]) => ({
      field: getErrorControl(field as FormField, code),
      text: fillText(texts[`${field}.${code}`] ?? t("problems.any.invalid_type"), {
        date: formatRawDate(field, input),
      }),
    })),
  };
}
