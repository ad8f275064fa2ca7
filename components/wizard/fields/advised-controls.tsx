"use client";

import { type ComponentProps, useEffect, useRef, useState } from "react";
import { TextField } from "@/components/forms/fields";
import { Advice } from "@/components/ui/controls/advice";
import { Input, Textarea } from "@/components/ui/controls/input";
import {
  type DocumentAdvice,
  getDocumentAdvice,
  getPhoneAdvice,
  normaliseDocument,
  normaliseEmail,
  type PhoneLengths,
  parsePhone,
  suggestEmail,
} from "@/lib/wizard/normalise-input";
import { useStepControl } from "../step/step-context";
import { SuggestionButton } from "../suggestion-button";
import { fillText } from "./fill-text";

/** Delayed: advice that appears on blur could move the button that is being pressed. */
function useAfterBlur(check: (input: HTMLInputElement) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return ({ currentTarget }: React.FocusEvent<HTMLInputElement>) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => check(currentTarget), 400);
  };
}

/** Advice about a field, on blur and when its `companion` changes. */
function useAdvice(
  companion: string,
  getText: (value: string, companionValue: string) => string | undefined,
) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();
  const run = useRef(() => {});
  run.current = () => {
    const { current } = input;
    if (!current?.form) return;
    setText(getText(current.value, String(new FormData(current.form).get(companion) ?? "")));
  };
  useEffect(() => {
    const form = input.current?.form;
    const onChange = ({ target }: Event) => (target as HTMLInputElement).name === companion && run.current();
    form?.addEventListener("change", onChange);
    return () => form?.removeEventListener("change", onChange);
  }, [companion]);
  return { ref: input, onBlur: useAfterBlur(() => run.current()), below: <Advice live>{text}</Advice> };
}

type FieldProps = { name: string; label: string; heading?: boolean; hint?: string; optional?: boolean };

/** Suggests a correction of a mistyped domain; never rejects (W15). */
export function EmailControl({
  name,
  optional,
  suggestionText,
  autoComplete = "off",
  ...rest
}: FieldProps & { suggestionText: string; autoComplete?: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [suggestion, setSuggestion] = useState<string>();
  const onBlur = useAfterBlur(({ value }) => {
    setSuggestion(suggestEmail(normaliseEmail(value)));
  });
  const acceptSuggestion = () => {
    const { current } = input;
    if (!current || !suggestion) return;
    current.value = suggestion;
    current.dispatchEvent(new Event("input", { bubbles: true })); // triggers validation like typing
    setSuggestion(undefined);
    current.focus();
  };
  return (
    <Input
      {...rest}
      {...useStepControl(name, optional)}
      ref={input}
      type="email"
      inputMode="email"
      spellCheck={false}
      autoComplete={autoComplete}
      onBlur={onBlur}
      below={
        <p role="status" className="empty:hidden">
          {suggestion && (
            <SuggestionButton type="button" onClick={acceptSuggestion}>
              {fillText(suggestionText, { email: suggestion })}
            </SuggestionButton>
          )}
        </p>
      }
    />
  );
}

type DocumentAdviceProps = { adviceTexts: Record<DocumentAdvice, string> };

/** Advises when the number does not match its type; never rejects (W17). */
const useDocumentAdvice = (name: string, adviceTexts: DocumentAdviceProps["adviceTexts"]) =>
  useAdvice(`${name}_type`, (value, type) => {
    const advice = getDocumentAdvice(type, normaliseDocument(value));
    return advice && adviceTexts[advice];
  });

export const DocumentControl = ({
  name,
  optional,
  adviceTexts,
  ...rest
}: FieldProps & DocumentAdviceProps) => (
  <Input
    {...rest}
    {...useDocumentAdvice(name, adviceTexts)}
    {...useStepControl(name, optional)}
    type="text"
    autoCapitalize="characters"
    autoComplete="off"
    spellCheck={false}
    className="max-w-72 uppercase placeholder:normal-case"
  />
);

type TextFieldProps = ComponentProps<typeof TextField>;

/** At the desk. */
export const DocumentField = ({ adviceTexts, ...field }: TextFieldProps & DocumentAdviceProps) => (
  <TextField {...field} {...useDocumentAdvice(field.name, adviceTexts)} />
);

type PhoneAdviceProps = { lengths: PhoneLengths; adviceText: string };

/** Advises when the length does not match the prefix; never rejects (W16). */
const usePhoneAdvice = (name: string, { lengths, adviceText }: PhoneAdviceProps) =>
  useAdvice(`${name}_country_code`, (value, chosenPrefix) => {
    const { prefix, number } = parsePhone(chosenPrefix, value, Object.keys(lengths));
    const advice = getPhoneAdvice(prefix, number, lengths);
    return advice && fillText(adviceText, advice);
  });

type PhoneProps = FieldProps & PhoneAdviceProps & { autoComplete: string };

export const PhoneControl = ({ name, optional, lengths, adviceText, ...rest }: PhoneProps) => (
  <Input
    {...rest}
    {...usePhoneAdvice(name, { lengths, adviceText })}
    {...useStepControl(name, optional)}
    type="text"
    inputMode="tel"
    className="max-w-72"
  />
);

/** At the desk. */
export const PhoneField = ({ lengths, adviceText, ...field }: TextFieldProps & PhoneAdviceProps) => (
  <TextField {...field} {...usePhoneAdvice(field.name, { lengths, adviceText })} />
);

type CountTexts = { left: [one: string, other: string]; over: [one: string, other: string] };

/** Counts the remaining characters; announced when typing pauses (W27). */
export function LongTextControl({
  name,
  optional,
  maxLength,
  countTexts,
  ...rest
}: FieldProps & { maxLength: number; countTexts: CountTexts }) {
  const control = useStepControl(name, optional);
  const [remaining, setRemaining] = useState<number>();
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    if (remaining === undefined) return;
    const timer = setTimeout(() => setAnnounced(formatCount(remaining, countTexts)), 1_000);
    return () => clearTimeout(timer);
  }, [remaining, countTexts]);

  return (
    <Textarea
      {...rest}
      {...control}
      autoComplete="off"
      onChange={(event) => setRemaining(maxLength - [...event.currentTarget.value.trim()].length)}
      below={
        <>
          <p aria-hidden="true" className="mt-1 text-small text-muted figures">
            {formatCount(remaining ?? maxLength - [...(control.defaultValue ?? "")].length, countTexts)}
          </p>
          <p role="status" className="sr-only">
            {announced}
          </p>
        </>
      }
    />
  );
}

function formatCount(remaining: number, { left, over }: CountTexts): string {
  const number = Math.abs(remaining);
  const [one, other] = remaining < 0 ? over : left;
  return (number === 1 ? one : other).replace("{count}", String(number));
}
