import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { describedBy, Field, type FieldWords } from "./field";
import { controlClass } from "./input";

export type Option = { value: string; label: string };
export type OptionGroup = { label: string; options: Option[] };

type Props = FieldWords &
  Omit<ComponentProps<"select">, "id"> & {
    id: string;
    error?: string;
    /** The words of the choice that means "none yet". */
    blank?: string;
    options: (Option | OptionGroup)[];
    below?: React.ReactNode;
  };

/** A native select with its label, hint and error. */
export function Select({
  label,
  hint,
  optional,
  errorPrefix,
  error,
  blank,
  options,
  below,
  className,
  ...control
}: Props) {
  return (
    <Field {...{ id: control.id, label, hint, optional, errorPrefix, error, below }}>
      <select
        {...control}
        className={cn(controlClass(error), "cursor-pointer", className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(control.id, hint, error)}
      >
        {blank !== undefined && <option value="">{blank}</option>}
        {options.map((option) =>
          "options" in option ? (
            <optgroup key={option.label} label={option.label}>
              {option.options.map((inner) => (
                <option key={inner.value} value={inner.value}>
                  {inner.label}
                </option>
              ))}
            </optgroup>
          ) : (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ),
        )}
      </select>
    </Field>
  );
}
