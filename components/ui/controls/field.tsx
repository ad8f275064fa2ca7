import type { ReactNode } from "react";
import { cn } from "../cn";
import { Icon } from "../icons/icon";
import { circleAlert } from "../icons/paths";

export type FieldTexts = {
  label: ReactNode;
  /** The label or legend is the page's heading. */
  heading?: boolean;
  hint?: ReactNode;
  /** The mark of optional fields, such as "(optional)". */
  optional?: string;
  /** For screen readers, such as "Error:". */
  errorPrefix?: string;
};

export const hintId = (id: string) => `${id}-hint`;
const errorId = (id: string) => `${id}-error`;

/** Ids for `aria-describedby`: hint before error. */
export function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  return [hint && hintId(id), error && errorId(id)].filter(Boolean).join(" ") || undefined;
}

type Props = FieldTexts & { id: string; error?: string; children: ReactNode; below?: ReactNode };

export function Field({ id, label, heading, optional, hint, error, errorPrefix, children, below }: Props) {
  const text = (
    <label htmlFor={id} className={heading ? "block" : "field-label"}>
      {label} {optional && <Optional>{optional}</Optional>}
    </label>
  );
  return (
    <div className="mb-5 sm:mb-6">
      {heading ? <h1 className="mb-3">{text}</h1> : text}
      <HintAndError id={id} heading={heading} hint={hint} error={error} errorPrefix={errorPrefix} />
      {children}
      {below}
    </div>
  );
}

export function Fieldset({ id, label, heading, optional, hint, error, errorPrefix, children, below }: Props) {
  const text = (
    <>
      {label} {optional && <Optional>{optional}</Optional>}
    </>
  );
  return (
    <div className="mb-5 sm:mb-6">
      <fieldset className="min-w-0" aria-describedby={describedBy(id, hint, error)}>
        <legend className={heading ? "mb-3" : "field-label"}>{heading ? <h1>{text}</h1> : text}</legend>
        <HintAndError id={id} heading={heading} hint={hint} error={error} errorPrefix={errorPrefix} />
        {children}
        {below}
      </fieldset>
    </div>
  );
}

const Optional = ({ children }: { children: ReactNode }) => (
  <span className="font-sans text-base tracking-normal font-normal text-muted">{children}</span>
);

function HintAndError({ id, heading, hint, error, errorPrefix }: Omit<Props, "label" | "children">) {
  return (
    <>
      {hint && (
        <p
          id={hintId(id)}
          className={cn("mb-2 max-w-[38rem] leading-[1.45] text-muted", heading ? "text-base" : "text-small")}
        >
          {hint}
        </p>
      )}
      {error && <FieldError id={id} text={error} prefix={errorPrefix} />}
    </>
  );
}

export function FieldError({ id, text, prefix }: { id: string; text: string; prefix?: string }) {
  return (
    <p id={errorId(id)} className="field-error">
      <Icon d={circleAlert} />
      <span>
        {prefix && <span className="sr-only">{prefix} </span>}
        {text}
      </span>
    </p>
  );
}
