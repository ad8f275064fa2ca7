"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useActionState, useRef, useState, useTransition } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useCookies } from "@/components/site/use-cookies";
import { Button } from "@/components/ui/controls/button";
import { ErrorSummary } from "@/components/ui/controls/error-summary";
import { Icon } from "@/components/ui/icons/icon";
import { arrowRight, send } from "@/components/ui/icons/paths";
import { STEP_FORM } from "@/components/wizard/step-form-id";
import type { SchoolContext } from "@/lib/enrollment/rules";
import { LANGUAGE_FIELD } from "@/lib/i18n/locales";
import { addChildEmail, readOwnEmail } from "@/lib/wizard/child-email";
import {
  formatRawDate,
  getErrorControl,
  listControls,
  readRawInput,
  toFieldValues,
  toProblems,
} from "@/lib/wizard/form-values";
import { normaliseEmail, suggestEmail } from "@/lib/wizard/normalise-input";
import { createStepSchema } from "@/lib/wizard/schema";
import { getBranch } from "@/lib/wizard/steps";
import {
  type Answers,
  type Branch,
  ERROR_FIELD,
  type FormCode,
  type FormField,
  type RawInput,
  REPORTED_FIELD,
  SAME_COURSE_BUTTON,
  SUBJECT_FIELD,
} from "@/lib/wizard/types";
import { fillText } from "../fields/fill-text";
import { DraftConflictNotice } from "./draft-conflict";
import { StepContext, type StepTexts, UnlessFinalError } from "./step-context";
import { isFinalError, type StepAction, type StepState } from "./step-state";
import { submitStep, useRetry } from "./submit-step";
import { type Autosave, useAutosave } from "./use-autosave";

type Props = {
  branch: Branch | undefined;
  /** Key of the child; 0 for the first. */
  child: number;
  fields: readonly FormField[];
  school: SchoolContext;
  prefixes: string[];
  /** Earlier answers that rules compare with. */
  comparedAnswers: Answers;
  texts: StepTexts;
  initial: StepState;
  /** Saved values by control name. */
  savedInput: RawInput;
  action: StepAction;
  /** Address of the page, for the native POST. */
  pageHref: string;
  /** Saves input while typing; undefined where the terms are accepted, because a tick is not saved. */
  autosave: Autosave | undefined;
  /** Caption and heading, between error summary and fields. */
  heading: ReactNode;
  children: ReactNode;
};

/**
 * The form of a step. Posts natively without scripts or before hydration; otherwise validates with the
 * API's schema, then calls the same action.
 */
export function StepForm({ heading, children, texts, savedInput, ...props }: Props) {
  const [posted, nativeAction] = useActionState(props.action, props.initial, props.pageHref);
  const { form, state, fixed, busy, conflict, onSubmit, onInput } = useStep({ ...props, savedInput }, posted);
  const input = { ...savedInput, ...state.input, ...state.rejectedInput };
  const errors = getErrors(state, texts, input, fixed);
  const reported = listReported(state, input);
  const problems = toErrorLinks(errors);
  const formError = state.error && (texts.errors[state.error] ?? texts.errors.failed);
  const isFinal = isFinalError(state.error);

  return (
    <StepContext value={{ texts, isFinal, input: state.input ?? savedInput, problems: errors }}>
      <title>{problems.length > 0 || formError ? `${texts.errorPrefix} ${texts.title}` : texts.title}</title>
      {(problems.length > 0 || formError) && (
        <ErrorSummary title={formError?.title ?? texts.summaryTitle} problems={problems} focusKey={state}>
          {formError?.text}
        </ErrorSummary>
      )}
      {heading}
      <form
        id={STEP_FORM}
        ref={form}
        action={nativeAction}
        onSubmit={onSubmit}
        noValidate
        aria-busy={busy}
        onInput={onInput}
      >
        {problems.length > 0 && <input type="hidden" name={ERROR_FIELD} value="yes" />}
        {reported && <input type="hidden" name={REPORTED_FIELD} value={reported} />}
        <input type="hidden" name={SUBJECT_FIELD} value={`${props.branch ?? ""} ${props.child}`} />
        {children}
        <DraftConflictNotice>{conflict && texts.conflicts[conflict]}</DraftConflictNotice>
        <UnlessFinalError>
          <Button aria-disabled={busy} className="mt-2 min-h-14 px-6 print:hidden">
            {busy ? texts.sending : texts.submit}
            <Icon d={props.autosave ? arrowRight : send} />
          </Button>
        </UnlessFinalError>
      </form>
    </StepContext>
  );
}

type StepProps = Omit<Props, "heading" | "children" | "texts">;

function useStep(props: StepProps, posted: StepState) {
  const { fields, action, pageHref, autosave } = props;
  const form = useRef<HTMLFormElement>(null);
  const [result, setResult] = useState<StepState>();
  const [fixed, setFixed] = useState<string[]>([]);
  const [busy, startSending] = useTransition();
  const sending = useRef(false); // `busy` comes a render later, and a double click sooner
  const state = result ?? posted;
  // Controls keep their input; the initial values stay the default.
  const showResult = (next: StepState) => {
    setResult({ ...next, input: state.input, rejectedInput: next.input });
    setFixed([]);
  };

  const { conflict, saveNow, saveSoon, stop, markSaved } = useAutosave(autosave);
  const send = (data: FormData) => {
    if (sending.current) return;
    sending.current = true;
    stop();
    startSending(async () => {
      const next = await submitStep(() => action(state, data), pageHref, data);
      sending.current = false;
      if (next) showResult(next);
      else markSaved();
    });
  };
  const { handleSubmit } = useForm({ resolver: createResolver(props, form), shouldFocusError: false });

  const onInvalid = (errors: FormErrors) => {
    const data = new FormData(form.current ?? undefined);
    const input = readRawInput(data, fields);
    showResult({ problems: toProblems(listIssues(errors), fields, input), input });
    data.set(ERROR_FIELD, "yes");
    saveNow(data);
  };
  const onSubmit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const { submitter } = event.nativeEvent as SubmitEvent & { submitter: HTMLButtonElement | null };
    if (submitter?.name === LANGUAGE_FIELD || submitter?.name === SAME_COURSE_BUTTON) {
      data.set(submitter.name, submitter.value);
      return send(data);
    }
    void handleSubmit(() => send(data), onInvalid)(event);
  };

  /** Validates fields with errors again as they change; others only on Continue (W8). */
  const onInput = (event: React.FormEvent<HTMLFormElement>) => {
    saveSoon(event);
    if (Object.keys(state.problems).length > 0) setFixed(listFixed(props, event.currentTarget, state));
  };

  useRetry(form, state);
  useCookies();
  return { form, state, fixed, busy, conflict, onSubmit, onInput };
}

/** Reads `FormData`, as the server does, so that input before hydration and autofill count. */
const createResolver =
  (props: StepProps, form: React.RefObject<HTMLFormElement | null>): Resolver<Record<string, unknown>> =>
  (_, context, options) => {
    const { values, schema } = readForm(props, form.current ?? undefined);
    return zodResolver(schema)(values, context, options);
  };

function readForm(
  { fields, branch, school, prefixes, comparedAnswers }: StepProps,
  form: HTMLFormElement | undefined,
) {
  const rawInput = readRawInput(new FormData(form), fields);
  const input = readOwnEmail(rawInput, comparedAnswers, school);
  const values = addChildEmail(toFieldValues(input, fields, prefixes), comparedAnswers, school);
  const schemaBranch = getBranch(values, school.today) ?? branch ?? "minor";
  return { rawInput, values, schema: createStepSchema(fields, schemaBranch, school, comparedAnswers) };
}

/** Rejected fields that have changed and are now valid, as far as the browser knows. */
function listFixed(props: StepProps, form: HTMLFormElement, { problems, input, rejectedInput }: StepState) {
  const current = readForm(props, form);
  const result = current.schema.safeParse(current.values);
  const invalid = result.success ? {} : toProblems(result.error.issues, props.fields, current.rawInput);
  const submitted = { ...props.savedInput, ...input, ...rejectedInput };
  const isChanged = (control: string) => (current.rawInput[control] ?? "") !== (submitted[control] ?? "");
  return Object.keys(problems).filter(
    (field) => !(field in invalid) && listControls([field as FormField]).some(isChanged),
  );
}

type FormErrors = Record<string, { message?: unknown } | undefined>;

const listIssues = (errors: FormErrors) =>
  Object.entries(errors).map(([field, error]) => ({ path: [field], message: String(error?.message) }));

type FieldErrors = Record<string, { code: FormCode; text: string }>;

function toErrorLinks(errors: FieldErrors) {
  return Object.entries(errors).map(([field, { code, text }]) => ({
    href: `#${getErrorControl(field as FormField, code)}`,
    text,
  }));
}

function getErrors({ problems }: StepState, texts: StepTexts, input: RawInput, fixed: string[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(problems)
      .filter(([field]) => !fixed.includes(field))
      .map(([field, code = "required"]) => [
        field,
        {
          code,
          text: fillText(texts.problems[`${field}.${code}`] ?? texts.fallback, {
            date: formatRawDate(field, input),
            email: suggestEmail(normaliseEmail(input[field] ?? "")) ?? "",
          }),
        },
      ]),
  );
}

/** Addresses reported as mistyped: accepted if submitted again. */
const listReported = ({ problems }: StepState, input: RawInput) =>
  Object.entries(problems)
    .flatMap(([field, code]) => (code === "email_mistyped" ? normaliseEmail(input[field] ?? "") : []))
    .join(" ");
