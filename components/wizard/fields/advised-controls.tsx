"use client";

import { useEffect, useRef, useState } from "react";
import { Advice } from "@/components/ui/controls/advice";
import { Input, Textarea } from "@/components/ui/controls/input";
import {
  type DocumentAdvice,
  getDocumentAdvice,
  getPhoneAdvice,
  likelyEmail,
  normaliseDocument,
  normaliseEmail,
  type PhoneLengths,
  parsePhone,
} from "@/lib/wizard/normalise-input";
import { useStepControl } from "../step/step-context";
import { SuggestionButton } from "../suggestion-button";
import { fillText } from "./fill-text";

/** Delayed: advice that appears on blur could move the button that is being pressed. */
function useAfterBlur(look: (input: HTMLInputElement) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return ({ currentTarget }: React.FocusEvent<HTMLInputElement>) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => look(currentTarget), 400);
  };
}

/** Checks a field on blur, and when its `companion` changes. */
function useAdvice(companion: string, look: (input: HTMLInputElement, chosen: string) => void) {
  const input = useRef<HTMLInputElement>(null);
  const again = useRef(() => {});
  again.current = () => {
    const { current } = input;
    if (!current?.form) return;
    look(current, String(new FormData(current.form).get(companion) ?? ""));
  };
  useEffect(() => {
    const form = input.current?.form;
    const changed = ({ target }: Event) => (target as HTMLInputElement).name === companion && again.current();
    form?.addEventListener("change", changed);
    return () => form?.removeEventListener("change", changed);
  }, [companion]);
  return { ref: input, onBlur: useAfterBlur(() => again.current()) };
}

type Words = { name: string; label: string; heading?: boolean; hint?: string; optional?: boolean };

/** Suggests a correction of a mistyped domain; never rejects (W15). */
export function EmailControl({
  name,
  optional,
  meant,
  autoComplete = "off",
  ...rest
}: Words & { meant: string; autoComplete?: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [better, setBetter] = useState<string>();
  const look = useAfterBlur(({ value }) => {
    setBetter(likelyEmail(normaliseEmail(value)));
  });
  const take = () => {
    const { current } = input;
    if (!current || !better) return;
    current.value = better;
    current.dispatchEvent(new Event("input", { bubbles: true })); // triggers validation like typing
    setBetter(undefined);
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
      onBlur={look}
      below={
        <p role="status" className="empty:hidden">
          {better && (
            <SuggestionButton type="button" onClick={take}>
              {fillText(meant, { email: better })}
            </SuggestionButton>
          )}
        </p>
      }
    />
  );
}

type DocumentProps = Words & { advice: Record<DocumentAdvice, string> };

/** Advises when the number does not match its type; never rejects (W17). */
export function DocumentControl({ name, optional, advice, ...rest }: DocumentProps) {
  const [odd, setOdd] = useState<DocumentAdvice>();
  const looked = useAdvice(`${name}_type`, ({ value }, type) =>
    setOdd(getDocumentAdvice(type, normaliseDocument(value))),
  );
  return (
    <Input
      {...rest}
      {...looked}
      {...useStepControl(name, optional)}
      type="text"
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      className="max-w-72 uppercase placeholder:normal-case"
      below={<Advice live>{odd && advice[odd]}</Advice>}
    />
  );
}

type PhoneProps = Words & { lengths: PhoneLengths; advice: string; autoComplete: string };

/** Advises when the length does not match the prefix; never rejects (W16). */
export function PhoneControl({ name, optional, lengths, advice, ...rest }: PhoneProps) {
  const [odd, setOdd] = useState<ReturnType<typeof getPhoneAdvice>>();
  const looked = useAdvice(`${name}_country_code`, ({ value }, chosen) => {
    const { prefix, number } = parsePhone(chosen, value, Object.keys(lengths));
    setOdd(getPhoneAdvice(prefix, number, lengths));
  });
  return (
    <Input
      {...rest}
      {...looked}
      {...useStepControl(name, optional)}
      type="text"
      inputMode="tel"
      className="max-w-72"
      below={<Advice live>{odd && fillText(advice, odd)}</Advice>}
    />
  );
}

type CountWords = { left: [one: string, other: string]; over: [one: string, other: string] };

/** Counts the remaining characters; announced when typing pauses (W27). */
export function LongTextControl({
  name,
  optional,
  most,
  count,
  ...rest
}: Words & { most: number; count: CountWords }) {
  const control = useStepControl(name, optional);
  const [left, setLeft] = useState<number>();
  const [told, setTold] = useState("");
  useEffect(() => {
    if (left === undefined) return;
    const timer = setTimeout(() => setTold(getCountTexts(left, count)), 1_000);
    return () => clearTimeout(timer);
  }, [left, count]);

  return (
    <Textarea
      {...rest}
      {...control}
      autoComplete="off"
      onChange={(event) => setLeft(most - [...event.currentTarget.value.trim()].length)}
      below={
        <>
          <p aria-hidden="true" className="mt-1 text-small text-muted figures">
            {getCountTexts(left ?? most - [...(control.defaultValue ?? "")].length, count)}
          </p>
          <p role="status" className="sr-only">
            {told}
          </p>
        </>
      }
    />
  );
}

function getCountTexts(left: number, { left: leftWords, over }: CountWords): string {
  const number = Math.abs(left);
  const [one, other] = left < 0 ? over : leftWords;
  return (number === 1 ? one : other).replace("{count}", String(number));
}
