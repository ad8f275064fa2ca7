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
import { rememberSubmission } from "./last-submission";
import { useErrorsShownAbove } from "./no-script-errors";
import { toSummaryErrors } from "./problem-links";

type Standing = { state: ActionState; held?: FormInput; errorPrefix: string; pending: boolean };

const FormStanding = createContext<Standing>({ state: {}, errorPrefix: "", pending: false });

type Props = {
  action: FormAction;
  /** The page's title, where the form is the page: it tells of problems. */
  title?: string;
  id?: string;
  className?: string;
  /** Stands between the summary of problems and the form. */
  above?: ReactNode;
  /** What is asked; nothing where it is too late to ask: then only what was answered is said. */
  children: ReactNode;
} & (
  | { words: FormTexts; name?: never }
  /** The form's name, its own on the page: by it what was typed finds its place again. */
  | { words: FormTextsWithSavedForm; name: string }
);

const NOTHING: ActionState = {};

/** The page's own, to which it posts without JavaScript. */
function useAddress(): string {
  const [path, query] = [usePathname(), String(useSearchParams())];
  return query ? `${path}?${query}` : path;
}

/** Without JavaScript each form of a page with the same action gets the answer to one of them. */
const isOf = (name: string | undefined, { values }: ActionState) =>
  !name || !values?.form || values.form[0] === name;

/** A form of the desk or the account: works without JavaScript, keeps what was typed, says what is wrong above it. */
export function ActionForm({ action, words, name, title, id, className, above, children }: Props) {
  const [answer, submit, pending] = useActionState(action, NOTHING, useAddress());
  const state = isOf(name, answer) ? answer : NOTHING;
  const { errorTitle, errorPrefix, offline } = words;
  const [unsent, setUnsent] = useState<number>();
  const kept = words.held && words.held.form === name ? words.held : undefined;
  const held = kept?.fields;
  const problems = useMemo(
    () => (unsent ? [{ words: offline, href: "" }] : toSummaryErrors(state.problems ?? [])),
    [state, unsent, offline],
  );
  const { at, forget } = useErrorsShownAbove();
  useCookies();
  const isSaidAbove = at !== undefined && at === state.at;
  // Without a connection the page would give way to an error's, with all that was typed.
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
    <FormStanding value={standing}>
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
    </FormStanding>
  );
}

/** What the form around it was answered last. */
export const useActionFormState = () => useContext(FormStanding);

/** How a field of the form around it stands: its words of refusal, and what it held. */
export function useFormField(name: string, initial?: string) {
  const { state, held, errorPrefix } = useContext(FormStanding);
  return {
    error: state.problems?.find(({ field }) => field === name)?.words,
    errorPrefix,
    defaultValue: (state.values ?? held)?.[name]?.[0] ?? initial,
    // A field that React has reset after the action is made anew with what was typed.
    key: `${state.at ?? 0}`,
  };
}

/** Which boxes of a name were ticked, once any was sent; `key` makes them anew once React has reset the form. */
export function useCheckedValues(name: string) {
  const { state, held } = useContext(FormStanding);
  const typed = state.values ?? held;
  return { key: state.at ?? 0, ticked: typed && (typed[name] ?? []) };
}

/** Whether a form has something to say: it was refused, has made what it shows, or was being filled in. */
export function useHasResult(): boolean {
  const { state, held } = useContext(FormStanding);
  return Boolean(held || state.problems || state.shown);
}

export const usePending = () => useContext(FormStanding).pending;

export const useOneTimeResult = () => ({ shown: useContext(FormStanding).state.shown });

/** What an action has found that its form goes on with. */
export const useActionResult = () => {
  const { preview, version, difference, seen, warning } = useContext(FormStanding).state;
  return { preview, version, difference, seen, warning };
};
