import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { describedBy, errorId, hintId } from "./field";

type Props = Omit<ComponentProps<"input">, "id"> & {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  errorPrefix?: string;
};

/** One native checkbox with its label beside it. */
export function Checkbox({ id, label, hint, error, errorPrefix, ...control }: Props) {
  return (
    <div className={cn("mb-7", error && "border-l-4 border-danger pl-4")}>
      {error && (
        <p id={errorId(id)} className="mb-2 font-semibold text-danger">
          {errorPrefix && <span className="sr-only">{errorPrefix} </span>}
          {error}
        </p>
      )}
      <div className="flex min-h-target items-start gap-3">
        <input
          {...control}
          type="checkbox"
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          className="mt-2.5 size-6 shrink-0 cursor-pointer"
        />
        <div className="py-2">
          <label htmlFor={id} className="block cursor-pointer">
            {label}
          </label>
          {hint && (
            <p id={hintId(id)} className="text-small text-muted">
              {hint}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
