import type { ComponentProps, ReactNode } from "react";
import { cn } from "../cn";
import { describedBy, Field, type FieldTexts } from "./field";

/** The look shared by every control that one types into or chooses from. */
export const controlClass = "control";

type FieldProps = FieldTexts & { id: string; error?: string; below?: ReactNode };

/** What a native control takes, and the words around it. */
export type ControlProps<Tag extends "input" | "textarea" | "select"> = FieldProps &
  Omit<ComponentProps<Tag>, "id">;

/** Which properties are the field's and which its control's. */
export function splitFieldProps<Props extends FieldProps & { className?: string }>(props: Props) {
  const { label, heading, hint, optional, errorPrefix, error, below, className, ...control } = props;
  const { id } = props;
  return {
    field: { id, label, heading, hint, optional, errorPrefix, error, below },
    control: {
      ...control,
      className: cn(controlClass, className),
      "aria-invalid": error ? true : undefined,
      "aria-describedby": describedBy(id, hint, error),
    },
  };
}

/** A one-line text input with its label, hint and error. */
export function Input(props: ControlProps<"input">) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      <input type="text" {...control} />
    </Field>
  );
}

/** A text input of several lines. */
export function Textarea(props: ControlProps<"textarea">) {
  const { field, control } = splitFieldProps(props);
  return (
    <Field {...field}>
      <textarea rows={6} {...control} />
    </Field>
  );
}
