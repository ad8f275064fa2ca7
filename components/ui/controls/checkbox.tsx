import type { ComponentProps, ReactNode } from "react";
import { describedBy, FieldError, hintId } from "./field";

type Props = Omit<ComponentProps<"input">, "id"> & {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  errorPrefix?: string;
};

export function Checkbox({ id, label, hint, error, errorPrefix, ...control }: Props) {
  return (
    <div className="mb-6">
      {error && <FieldError id={id} text={error} prefix={errorPrefix} />}
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
