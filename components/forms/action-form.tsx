"use client";

import { usePathname, useSearchParams } from "next/navigation";
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useActionState,
  useContext,
  useMemo,
  useState,
} from "react";
import { useCookies } from "@/components/site/use-cookies";
import { ErrorSummary } from "@/components/ui/controls/error-summary";
import { Notice } from "@/components/ui/notice";
import type { ActionState, FormAction, FormInput, FormTexts, FormTextsWithSavedForm } from "./action-state";
import { rememberSubmission } from "./native-post";
import { useErrorsShownAbove } from "./no-script-errors";
import { toSummaryErrors } from "./problem-links";

type Standing = { state: ActionState; held?: FormInput; errorPrefix: string; pending: boolean };

const FormContext = createContext<Standing>({ state: {}, errorPrefix: "", pending: false });

type Props = {
  action: FormAction;
  /** The page's title, if the form is the whole page; the tab shows errors in it. */
  title?: string;
  id?: string;
  className?: string;
  /** Between the error summary and the form. */
  above?: ReactNode;
  /** Nothing after the deadline; then only the result is shown. */
  children: ReactNode;
} & (
  | { texts: FormTexts; name?: never }
  /** Unique on the page; submitted values are restored by it. */
  | { texts: FormTextsWithSavedForm; name: string }
);

const NOTHING: ActionState = {};

/** The address without scripts. */
function usePageAddress(): string {
  const [path, query] = [usePathname(), String(useSearchParams())];
  return query ? `${path}?${query}` : path;
}

/** Without scripts all forms of a page with the same action receive the result of one. */
const isForForm = (name: string | undefined, { values }: ActionState) =>
  !name || !values?.form || values.form[0] === name;

/** A form of the desk or the account: works without scripts, keeps the input, shows an error summary. */
export function ActionForm({ action, texts, name, title, id, className, above, children }: Props) {
  const [answer, submit, pending] = useActionState(action, NOTHING, usePageAddress());
  const state = isForForm(name, answer) ? answer : NOTHING;
  const { errorTitle, errorPrefix, offline } = texts;
  const [unsent, setUnsent] = useState<number>();
  const kept = texts.held && texts.held.form === name ? texts.held : undefined;
  const held = kept?.fields;
  const problems = useMemo(
    () => (unsent ? [{ text: offline, href: "" }] : toSummaryErrors(state.problems ?? [])),
    [state, unsent, offline],
  );
  const { at, forget } = useErrorsShownAbove();
  useCookies();
  const isSaidAbove = at !== undefined && at === state.at;
  // Offline, the action would fail and the error page would discard the input.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    forget?.();
    rememberSubmission(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    if (!navigator.onLine) event.preventDefault();
    setUnsent(navigator.onLine ? undefined : Date.now());
  };
  const standing = useMemo(
    () => ({ state, held, errorPrefix, pending }),
    [state, held, errorPrefix, pending],
  );
  return (
    <FormContext value={standing}>
      {title && <title>{problems.length > 0 ? `${errorPrefix} ${title}` : title}</title>}
      {problems.length > 0 && !isSaidAbove && <ErrorSummary title={errorTitle} problems={problems} />}
      {above}
      {kept && (
        <Notice className="mb-5">
          <p className="text-small">{kept.notice}</p>
        </Notice>
      )}
      {children && (
        <form id={id} action={submit} onSubmit={onSubmit} noValidate className={className}>
          {name && <input type="hidden" name="form" value={name} />}
          {children}
        </form>
      )}
    </FormContext>
  );
}

/** The last result of the surrounding form. */
export const useActionFormState = () => useContext(FormContext);

/** Error texts and last value of a field. */
export function useFormField(name: string, initial?: string) {
  const { state, held, errorPrefix } = useContext(FormContext);
  return {
    error: state.problems?.find(({ field }) => field === name)?.text,
    errorPrefix,
    defaultValue: (state.values ?? held)?.[name]?.[0] ?? initial,
    // React resets fields after an action; a new key mounts them with the submitted value.
    key: `${state.at ?? 0}`,
  };
}

/** Checked boxes of the last submission; a new `key` mounts them again after React's reset. */
export function useCheckedValues(name: string) {
  const { state, held } = useContext(FormContext);
  const typed = state.values ?? held;
  return { key: state.at ?? 0, ticked: typed && (typed[name] ?? []) };
}

/** Whether the form has errors, a result or a saved draft. */
export function useHasResult(): boolean {
  const { state, held } = useContext(FormContext);
  return Boolean(held || state.problems || state.shown);
}

export const usePending = () => useContext(FormContext).pending;

export const useOneTimeResult = () => ({ shown: useContext(FormContext).state.shown });

/** Data from the action for the rest of the form. */
export const useActionResult = () => {
  const { preview, version, difference, seen, warning } = useContext(FormContext).state;
  return { preview, version, difference, seen, warning };
};
