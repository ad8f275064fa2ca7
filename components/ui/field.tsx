import type { ReactNode } from "react";
import { cn } from "./cn";

export type FieldWords = {
  label: ReactNode;
  hint?: ReactNode;
  /** The word that marks a field which may stay blank, e.g. "(optional)". */
  optional?: string;
  /** Hidden words before an error, e.g. "Error:". */
  errorPrefix?: string;
};

export const hintId = (id: string) => `${id}-hint`;
export const errorId = (id: string) => `${id}-error`;

/** What describes a control: its hint, then its error. */
export function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  return [hint && hintId(id), error && errorId(id)].filter(Boolean).join(" ") || undefined;
}

type Props = FieldWords & { id: string; error?: string; children: ReactNode; below?: ReactNode };

/** A label above its control, with hint and error between them. */
export function Field({ id, label, optional, hint, error, errorPrefix, children, below }: Props) {
  return (
    <div className={cn("mb-7", error && "border-l-4 border-danger pl-4")}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label} {optional && <span className="font-normal text-muted">{optional}</span>}
      </label>
      <HintAndError id={id} hint={hint} error={error} errorPrefix={errorPrefix} />
      {children}
      {below}
    </div>
  );
}

/** Several controls that are one question, under a legend. */
export function Fieldset({ id, label, optional, hint, error, errorPrefix, children, below }: Props) {
  return (
    <div className={cn("mb-7", error && "border-l-4 border-danger pl-4")}>
      <fieldset className="min-w-0" aria-describedby={describedBy(id, hint, error)}>
        <legend className="mb-1 font-semibold">
          {label} {optional && <span className="font-normal text-muted">{optional}</span>}
        </legend>
        <HintAndError id={id} hint={hint} error={error} errorPrefix={errorPrefix} />
        {children}
        {below}
      </fieldset>
    </div>
  );
}

type HintAndErrorProps = { id: string; hint?: ReactNode; error?: string; errorPrefix?: string };

function HintAndError({ id, hint, error, errorPrefix }: HintAndErrorProps) {
  return (
    <>
      {hint && (
        <p id={hintId(id)} className="mb-2 max-w-measure text-small text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId(id)} className="mb-2 font-semibold text-danger">
          {errorPrefix && <span className="sr-only">{errorPrefix} </span>}
          {error}
        </p>
      )}
    </>
  );
}
