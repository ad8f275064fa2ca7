import type { ReactNode } from "react";
import { cn } from "./cn";
import { titleClass } from "./title";

export type FieldWords = {
  label: ReactNode;
  /** The label (or legend) is the page's heading, so that one question is asked once. */
  heading?: boolean;
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
export function Field({ id, label, heading, optional, hint, error, errorPrefix, children, below }: Props) {
  const words = (
    <label htmlFor={id} className={cn("block", !heading && "mb-1 font-semibold")}>
      {label} {optional && <Optional>{optional}</Optional>}
    </label>
  );
  return (
    <div className={cn("mb-7", error && "border-l-4 border-danger pl-4")}>
      {heading ? <h1 className={cn("mb-4", titleClass)}>{words}</h1> : words}
      <HintAndError id={id} hint={hint} error={error} errorPrefix={errorPrefix} />
      {children}
      {below}
    </div>
  );
}

/** Several controls that are one question, under a legend. */
export function Fieldset({ id, label, heading, optional, hint, error, errorPrefix, children, below }: Props) {
  const words = (
    <>
      {label} {optional && <Optional>{optional}</Optional>}
    </>
  );
  return (
    <div className={cn("mb-7", error && "border-l-4 border-danger pl-4")}>
      <fieldset className="min-w-0" aria-describedby={describedBy(id, hint, error)}>
        <legend className={heading ? "mb-4" : "mb-1 font-semibold"}>
          {heading ? <h1 className={titleClass}>{words}</h1> : words}
        </legend>
        <HintAndError id={id} hint={hint} error={error} errorPrefix={errorPrefix} />
        {children}
        {below}
      </fieldset>
    </div>
  );
}

const Optional = ({ children }: { children: ReactNode }) => (
  <span className="font-sans text-base font-normal text-muted">{children}</span>
);

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
