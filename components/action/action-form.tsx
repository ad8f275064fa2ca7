"use client";

import { createContext, type ReactNode, useActionState, useContext, useMemo } from "react";
import { ErrorSummary } from "@/components/ui/error-summary";
import type { ActionState, FormAction } from "./action-state";

type Standing = { state: ActionState; held?: Record<string, string>; errorPrefix: string; pending: boolean };

const FormStanding = createContext<Standing>({ state: {}, errorPrefix: "", pending: false });

type Props = {
  action: FormAction;
  words: { errorTitle: string; errorPrefix: string };
  /** The page's title, where the form is the page: it tells of problems. */
  title?: string;
  /** What was typed before the session ended. */
  held?: Record<string, string>;
  id?: string;
  className?: string;
  /** Stands between the summary of problems and the form. */
  above?: ReactNode;
  children: ReactNode;
};

/** A form of the desk or the account: works without JavaScript, keeps what was typed, says what is wrong above it. */
export function ActionForm({ action, words, title, held, id, className, above, children }: Props) {
  const [state, submit, pending] = useActionState(action, {});
  const { errorTitle, errorPrefix } = words;
  const problems = useMemo(
    () => (state.problems ?? []).map(({ field, words }) => ({ href: field ? `#${field}` : "", words })),
    [state],
  );
  const standing = useMemo(
    () => ({ state, held, errorPrefix, pending }),
    [state, held, errorPrefix, pending],
  );
  return (
    <FormStanding value={standing}>
      {title && <title>{problems.length > 0 ? `${errorPrefix} ${title}` : title}</title>}
      {problems.length > 0 && <ErrorSummary title={errorTitle} problems={problems} />}
      {above}
      <form id={id} action={submit} noValidate className={className}>
        {children}
      </form>
    </FormStanding>
  );
}

/** How a field of the form around it stands: its words of refusal, and what it held. */
export function useField(name: string, initial?: string) {
  const { state, held, errorPrefix } = useContext(FormStanding);
  const value = state.values?.[name] ?? held?.[name] ?? initial;
  return {
    error: state.problems?.find(({ field }) => field === name)?.words,
    errorPrefix,
    defaultValue: value,
    // A field that React has reset after the action is made anew with what was typed.
    key: `${state.at ?? 0}`,
  };
}

export const usePending = () => useContext(FormStanding).pending;

export const useShown = () => ({ shown: useContext(FormStanding).state.shown });

/** What an action has found that its form goes on with. */
export const useAnswered = () => {
  const { preview, version, difference, seen, warning } = useContext(FormStanding).state;
  return { preview, version, difference, seen, warning };
};
