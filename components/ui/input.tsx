import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { describedBy, Field, type FieldWords } from "./field";

/** The look shared by every control that one types into or chooses from. */
export const controlClass = (error?: string) =>
  cn(
    "block min-h-target w-full rounded-control border-2 bg-surface px-3 py-2 text-base text-ink",
    error ? "border-danger" : "border-line",
  );

type InputProps = FieldWords &
  Omit<ComponentProps<"input">, "id"> & { id: string; error?: string; below?: React.ReactNode };

/** A one-line text input with its label, hint and error. */
export function Input({
  label,
  hint,
  optional,
  errorPrefix,
  error,
  below,
  className,
  ...control
}: InputProps) {
  return (
    <Field {...{ id: control.id, label, hint, optional, errorPrefix, error, below }}>
      <input
        {...control}
        className={cn(controlClass(error), className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(control.id, hint, error)}
      />
    </Field>
  );
}

type TextareaProps = FieldWords &
  Omit<ComponentProps<"textarea">, "id"> & { id: string; error?: string; below?: React.ReactNode };

/** A text input of several lines. */
export function Textarea({
  label,
  hint,
  optional,
  errorPrefix,
  error,
  below,
  className,
  ...control
}: TextareaProps) {
  return (
    <Field {...{ id: control.id, label, hint, optional, errorPrefix, error, below }}>
      <textarea
        rows={6}
        {...control}
        className={cn(controlClass(error), className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(control.id, hint, error)}
      />
    </Field>
  );
}
