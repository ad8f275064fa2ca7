import type { useTranslations } from "next-intl";
import { getFieldErrorTexts } from "@/app/[locale]/_lib/field-error-texts";
import { getControlName } from "@/app/[locale]/_lib/parse-form";
import type { ActionState } from "@/components/forms/action-state";
import {
  type DecisionError,
  type DecisionErrorCode,
  formatDecisionError,
} from "@/lib/decisions/decision-error";
import { type FieldName, fields } from "@/lib/enrollment/fields";
import type { Locale } from "@/lib/i18n/locales";
import { DomainError, type DomainIssue } from "@/lib/people/verb";

type Problem = NonNullable<ActionState["problems"]>[number];

type Texts = {
  desk: ReturnType<typeof useTranslations<"desk">>;
  wizard: ReturnType<typeof useTranslations<"wizard">>;
  locale: string;
};

/** Controls that may show an error, in order; the first in the form is used. */
const controls: Partial<Record<DecisionErrorCode, string[]>> = {
  place_missing: ["place", "speciality"],
  place_unknown: ["place", "speciality"],
  no_place: ["place", "speciality"],
  list_missing: ["speciality"],
  not_the_turn: ["place", "reason"],
  round_open: ["place", "reason"],
  reason_missing: ["reason"],
  reason_unknown: ["reason"],
  words_too_long: ["words"],
};

/** Errors whose text says to load the page again. */
const reloadCodes = [
  "bulk_begun",
  "email_gone",
  "endpoint_overtaken",
  "gone",
  "key_overtaken",
  "list_changed",
  "overtaken",
  "place_unknown",
  "reason_gone",
  "renewal_asked",
  "renewal_changed",
  "round_changed",
  "round_state",
  "year_unknown",
];

export const needsReload = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.issues.length === 0 || error.issues.some(({ code }) => reloadCodes.includes(code)));

export function toDecisionProblem(error: DecisionError, form: FormData, locale: Locale): Problem {
  const field = controls[error.code]?.find((name) => form.has(name));
  return { ...(field && { field }), text: formatDecisionError(error, locale) };
}

/**
 * Error texts at their controls: the wizard's text for its fields, else by field and code, else by code.
 * Codes without text mean that the data has changed.
 */
export function toProblems(issues: DomainIssue[], form: FormData, texts: Texts): Problem[] {
  if (issues.length === 0) return [{ text: texts.desk("problems.overtaken") }];
  return issues.map((issue) => {
    const control = issue.field && getControlName(form, issue.field);
    // Unchecked boxes are not submitted; wizard fields are not on every page.
    const isInForm = control && (form.has(control) || !Object.hasOwn(fields, control));
    return { ...(isInForm && { field: control }), text: getErrorText(issue, texts) };
  });
}

function getErrorText({ field = "", code, values }: DomainIssue, { desk, wizard, locale }: Texts): string {
  const name = Object.hasOwn(fields, field) ? (field as FieldName) : undefined;
  const fieldText = name && getFieldErrorTexts([name], "staff", wizard, locale)[`${field}.${code}`];
  if (fieldText) return fieldText;
  const key = [`problems.${field}_${code}`, `problems.${code}`].find((key) => desk.has(key as never));
  return key ? desk(key as never, values as never) : desk("problems.overtaken");
}
