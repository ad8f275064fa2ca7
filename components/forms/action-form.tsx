"use client";

import { usePathname, useSearchParams } from "next/navigation";
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useActionState,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useCookies } from "@/components/site/use-cookies";
import { ErrorSummary, type SummaryError } from "@/components/ui/controls/error-summary";
import { Notice } from "@/components/ui/notice";
import type { ActionState, FormAction, FormInput, FormTexts, FormTextsWithSavedForm } from "./action-state";
import { rememberSubmission } from "./native-post";
import { useErrorsShownAbove } from "./no-script-errors";
import { nameFields, toSummaryErrors } from "./problem-links";

type FormStatus = { state: ActionState; savedInput?: FormInput; errorPrefix: string; pending: boolean };

const FormContext = createContext<FormStatus>({ state: {}, errorPrefix: "", pending: false });

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

const NO_RESULT: ActionState = {};

/** The address without the success of the last action. */
function toAddress(path: string, query: URLSearchParams): string {
  for (const name of ["said", "saidOf"]) query.delete(name);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Where the form posts to without scripts. */
const usePageAddress = () => toAddress(usePathname(), new URLSearchParams(useSearchParams()));

/** New errors hide the success of the last action, which the address names (`SuccessNotice`). */
function useSuccessRemoval(problems: unknown[]) {
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    if (problems.length > 0 && query.has("said"))
      window.history.replaceState(null, "", toAddress(location.pathname, query));
  }, [problems]);
}

/** Without scripts all forms of a page with the same action receive the result of one. */
const isResultOf = (name: string | undefined, { values }: ActionState) =>
  !name || !values?.form || values.form[0] === name;

/** A form of the desk or the account: works without scripts, keeps the input, shows an error summary. */
export function ActionForm({ action, texts, name, title, id, className, above, children }: Props) {
  const [result, submit, pending] = useActionState(action, NO_RESULT, usePageAddress());
  const [dismissed, setDismissed] = useState<ActionState>();
  const ownResult = isResultOf(name, result) ? result : NO_RESULT;
  const state = ownResult === dismissed ? { ...ownResult, problems: [] } : ownResult;
  const form = useRef<HTMLFormElement>(null);
  // Another form of the page is submitted: its result replaces these errors, the input stays.
  useEffect(() => {
    const dismiss = ({ target }: Event) => {
      if (target !== form.current && ownResult.problems) setDismissed(ownResult);
    };
    document.addEventListener("submit", dismiss);
    return () => document.removeEventListener("submit", dismiss);
  }, [ownResult]);
  const { errorTitle, errorPrefix, offline } = texts;
  const [offlineAt, setOfflineAt] = useState<number>();
  const savedForm = texts.savedForm?.form === name ? texts.savedForm : undefined;
  const savedInput = savedForm?.fields;
  const problems = useMemo(
    () => (offlineAt ? [{ text: offline }] : toSummaryErrors(state.problems ?? [])),
    [state, offlineAt, offline],
  );
  useSuccessRemoval(problems);
  const { shownId, clear } = useErrorsShownAbove();
  useCookies();
  const isShownAbove = shownId !== undefined && shownId === state.id;
  // Offline, the action would fail and the error page would discard the input.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    clear?.();
    rememberSubmission(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    if (!navigator.onLine) event.preventDefault();
    setOfflineAt(navigator.onLine ? undefined : Date.now());
  };
  const status = useMemo(
    () => ({ state, savedInput, errorPrefix, pending }),
    [state, savedInput, errorPrefix, pending],
  );
  return (
    <FormContext value={status}>
      {title && <title>{problems.length > 0 ? `${errorPrefix} ${title}` : title}</title>}
      {problems.length > 0 && !isShownAbove && <FormErrors title={errorTitle} problems={problems} />}
      {above}
      {savedForm && (
        <Notice className="mb-5">
          <p className="text-small">{savedForm.notice}</p>
        </Notice>
      )}
      {children && (
        <form ref={form} id={id} action={submit} onSubmit={onSubmit} noValidate className={className}>
          {name && <input type="hidden" name="form" value={name} />}
          {children}
        </form>
      )}
    </FormContext>
  );
}

/** The summary names the fields as soon as the form is rendered, before it is displayed. */
function FormErrors({ title, problems }: { title: string; problems: SummaryError[] }) {
  const [named, setNamed] = useState(problems);
  useLayoutEffect(() => setNamed(nameFields(problems)), [problems]);
  return <ErrorSummary title={title} problems={named} focusKey={problems} />;
}

/** The last result of the surrounding form. */
export const useActionFormState = () => useContext(FormContext);

/** Error texts and last value of a field. */
export function useFormField(name: string, initial?: string) {
  const { state, savedInput, errorPrefix } = useContext(FormContext);
  return {
    error: state.problems?.find(({ field }) => field === name)?.text,
    errorPrefix,
    defaultValue: (state.values ?? savedInput)?.[name]?.[0] ?? initial,
    // React resets fields after an action; a new key mounts them with the submitted value.
    key: `${state.id ?? 0}`,
  };
}

/** Checked boxes of the last submission; a new `key` mounts them again after React's reset. */
export function useCheckedValues(name: string) {
  const { state, savedInput } = useContext(FormContext);
  const input = state.values ?? savedInput;
  return { key: state.id ?? 0, checked: input && (input[name] ?? []) };
}

/** Whether the form has errors, a result or a saved draft. */
export function useHasResult(): boolean {
  const { state, savedInput } = useContext(FormContext);
  return Boolean(savedInput || state.problems || state.secret);
}

export const usePending = () => useContext(FormContext).pending;

export const useSecret = () => useContext(FormContext).state.secret;

/** Data from the action for the rest of the form. */
export const useActionResult = () => {
  const { preview, version, difference, seen, warning } = useContext(FormContext).state;
  return { preview, version, difference, seen, warning };
};
