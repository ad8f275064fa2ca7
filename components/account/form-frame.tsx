"use client";

import { type ReactNode, useMemo } from "react";
import { Title } from "@/components/site/page";
import { ErrorSummary } from "@/components/ui/error-summary";
import type { FormState, FormWords } from "./form-state";

/** What the account forms share: the title, which tells of errors, and their summary above the heading. */
export function FormFrame({
  title,
  state,
  words,
  children,
}: {
  title: string;
  state: FormState;
  words: FormWords;
  children: ReactNode;
}) {
  const problems = useMemo(() => problemsOf(state, words), [state, words]);
  return (
    <>
      <title>{problems.length > 0 ? `${words.errorPrefix} ${words.pageTitle}` : words.pageTitle}</title>
      {problems.length > 0 && <ErrorSummary title={words.errorTitle ?? ""} problems={problems} />}
      <Title>{title}</Title>
      {children}
    </>
  );
}

/** The words for what is wrong with a field. */
export function fieldError(
  state: FormState,
  words: FormWords,
  field: keyof NonNullable<FormState["issues"]>,
) {
  const issue = state.issues?.[field];
  return issue && words[`${field}.${issue}`];
}

function problemsOf(state: FormState, words: FormWords) {
  const fields = (["name", "surname", "email", "terms", "password"] as const).flatMap((field) => {
    const error = fieldError(state, words, field);
    return error ? [{ href: `#${field}`, words: error }] : [];
  });
  return state.problem ? [...fields, { href: "", words: words[state.problem] ?? "" }] : fields;
}
