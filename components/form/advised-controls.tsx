"use client";

import { useEffect, useRef, useState } from "react";
import { Input, Textarea } from "@/components/ui/input";
import { letterMismatch, meantDomain } from "@/lib/form/advice";
import { cleanDocument, cleanEmail } from "@/lib/form/clean";
import { useControl } from "./step-context";

/** Advice waits a moment after a field is left, or it would push away the button that is being pressed. */
function useAfterBlur(look: (input: HTMLInputElement) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return ({ currentTarget }: React.FocusEvent<HTMLInputElement>) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => look(currentTarget), 400);
  };
}

type Words = { name: string; label: string; hint?: string; optional?: boolean };

/** An e-mail address; advises on a mistyped domain and never blocks (wizard 15). */
export function EmailControl({
  name,
  optional,
  meant,
  autoComplete = "off",
  ...rest
}: Words & { meant: string; autoComplete?: string }) {
  const control = useControl(name);
  const input = useRef<HTMLInputElement>(null);
  const [better, setBetter] = useState<string>();
  const look = useAfterBlur(({ value }) => {
    const email = cleanEmail(value);
    const domain = meantDomain(email);
    setBetter(domain && `${email.split("@")[0]}@${domain}`);
  });
  const take = () => {
    if (input.current && better) input.current.value = better;
    setBetter(undefined);
    input.current?.focus();
  };
  return (
    <Input
      {...rest}
      ref={input}
      id={name}
      name={name}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      autoComplete={autoComplete}
      defaultValue={control.value}
      onBlur={look}
      error={control.error}
      errorPrefix={control.errorPrefix}
      optional={optional ? control.optional : undefined}
      below={
        <p role="status" className="empty:hidden">
          {better && (
            <button
              type="button"
              onClick={take}
              className="mt-1 min-h-target cursor-pointer text-left text-accent underline underline-offset-4"
            >
              {meant.replace("{email}", better)}
            </button>
          )}
        </p>
      }
    />
  );
}

/** A document's number; advises when its letter does not match (wizard 17). */
export function DocumentControl({ name, optional, advice, ...rest }: Words & { advice: string }) {
  const control = useControl(name);
  const [mismatch, setMismatch] = useState(false);
  const look = useAfterBlur(({ value, form }) => {
    const type = form && new FormData(form).get(`${name}_type`);
    setMismatch(typeof type === "string" && letterMismatch(type, cleanDocument(value)));
  });
  return (
    <Input
      {...rest}
      id={name}
      name={name}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      defaultValue={control.value}
      onBlur={look}
      className="max-w-72 uppercase placeholder:normal-case"
      error={control.error}
      errorPrefix={control.errorPrefix}
      optional={optional ? control.optional : undefined}
      below={
        <p role="status" className="mt-1 text-small empty:hidden">
          {mismatch && advice}
        </p>
      }
    />
  );
}

type CountWords = { left: [one: string, other: string]; over: [one: string, other: string] };

/** Free text with the characters left, told politely when typing pauses (wizard 27). */
export function LongTextControl({
  name,
  optional,
  most,
  count,
  ...rest
}: Words & { most: number; count: CountWords }) {
  const control = useControl(name);
  const [left, setLeft] = useState<number>();
  const [told, setTold] = useState("");
  useEffect(() => {
    if (left === undefined) return;
    const timer = setTimeout(() => setTold(countWords(left, count)), 1_000);
    return () => clearTimeout(timer);
  }, [left, count]);

  return (
    <Textarea
      {...rest}
      id={name}
      name={name}
      autoComplete="off"
      defaultValue={control.value}
      onChange={(event) => setLeft(most - [...event.currentTarget.value.trim()].length)}
      error={control.error}
      errorPrefix={control.errorPrefix}
      optional={optional ? control.optional : undefined}
      below={
        <>
          <p aria-hidden="true" className="mt-1 text-small text-muted tabular-nums">
            {countWords(left ?? most - [...(control.value ?? "")].length, count)}
          </p>
          <p role="status" className="sr-only">
            {told}
          </p>
        </>
      }
    />
  );
}

function countWords(left: number, { left: leftWords, over }: CountWords): string {
  const number = Math.abs(left);
  const [one, other] = left < 0 ? over : leftWords;
  return (number === 1 ? one : other).replace("{count}", String(number));
}
