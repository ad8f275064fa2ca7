import type { ComponentProps, ReactNode } from "react";
import { cn } from "../cn";
import { describedBy, Field, type FieldTexts } from "./field";

export const controlClass = "control";

/** The id is the name, unless the page has another control of that name. */
type FieldProps = FieldTexts & { name: string; id?: string; error?: string; below?: ReactNode };

export type ControlProps<Tag extends "input" | "textarea" | "select"> = FieldProps &
  Omit<ComponentProps<Tag>, "id" | "name">;

/** Separates the field's properties from the control's. */
export function splitFieldProps<Props extends FieldProps & { className?: string }>(props: Props) {
  const { name, id = name, className, ...rest } = props;
  const { label, heading, hint, optional, errorPrefix, error, below, ...control } = rest;
  return {
    field: { id, label, heading, hint, optional, errorPrefix, error, below },
    control: {
      ...control,
      id,
      name,
      className: cn(controlClass, className),
      "aria-invalid": error ? true : undefined,
      "aria-describedby": describedBy(id, hint, error),
    },
  };
}

export function Input(props: ControlProps<"input">) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      <input type="text" {...control} />
    </Field>
  );
}

export function Textarea(props: ControlProps<"textarea">) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      <textarea rows={6} {...control} />
    </Field>
  );
}
