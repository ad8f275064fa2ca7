"use client";

import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { Fieldset } from "@/components/ui/controls/field";
import { type ControlProps, Input, Textarea } from "@/components/ui/controls/input";
import { OptionContent, RadioGroup } from "@/components/ui/controls/radio-group";
import { Select } from "@/components/ui/controls/select";
import { Disclosure } from "@/components/ui/disclosure";
import { Icon } from "@/components/ui/icons/icon";
import { eye } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import { useCheckedValues, useFormField, useHasResult, usePending, useSecret } from "./action-form";

/** A field of an `ActionForm`; `name` is also the id. */
export function TextField({ name, defaultValue, ...props }: ControlProps<"input">) {
  const { key, ...field } = useFormField(name, defaultValue as string | undefined);
  if (props.type === "password") field.defaultValue = "";
  if (props.type === "file") field.defaultValue = undefined; // browsers forbid initial values of files
  const emailProps = props.type === "email" && ({ inputMode: "email", spellCheck: false } as const);
  return <Input key={key} {...emailProps} {...props} {...field} name={name} />;
}

/** An e-mail of somebody else: no autofill, no correction. */
export const OtherPersonEmailField = (props: ControlProps<"input">) => (
  <TextField {...props} type="email" autoComplete="off" />
);

export function TextAreaField({ name, defaultValue, ...props }: ControlProps<"textarea">) {
  const { key, ...field } = useFormField(name, defaultValue as string | undefined);
  return <Textarea key={key} {...props} {...field} name={name} />;
}

export function SelectField({ name, defaultValue, ...props }: ComponentProps<typeof Select>) {
  const { key, ...field } = useFormField(name, defaultValue as string | undefined);
  return <Select key={key} {...props} {...field} name={name} />;
}

export function RadioField({ name, defaultValue, ...props }: ComponentProps<typeof RadioGroup>) {
  const { key, ...field } = useFormField(name, defaultValue);
  return <RadioGroup key={key} {...props} {...field} name={name} />;
}

/** Submits "yes". */
export function CheckboxField({ name, label }: { name: string; label: ReactNode }) {
  const { key, defaultValue, ...field } = useFormField(name, undefined);
  return (
    <Checkbox
      key={key}
      {...field}
      id={name}
      name={name}
      value="yes"
      label={label}
      defaultChecked={defaultValue === "yes"}
    />
  );
}

export function CheckboxOption({
  name,
  value,
  defaultChecked,
  ...props
}: ComponentProps<typeof Checkbox> & { name: string; value: string }) {
  const { key, checked } = useCheckedValues(name);
  const isTicked = checked ? checked.includes(value) : defaultChecked;
  return <Checkbox key={key} {...props} name={name} value={value} defaultChecked={isTicked} />;
}

type CardProps = {
  name: string;
  value: string;
  initial: boolean;
  label: ReactNode;
  hint?: ReactNode;
  end?: ReactNode;
};

/** `initial`: checked at first; `end`: its value, on the right. */
export function CheckboxCard({ name, value, initial, label, hint, end }: CardProps) {
  const { key, checked } = useCheckedValues(name);
  return (
    <label key={key} className="choice">
      <input type="checkbox" name={name} value={value} defaultChecked={checked?.includes(value) ?? initial} />
      <OptionContent label={label} hint={hint} price={end} />
    </label>
  );
}

type GroupProps = {
  name: string;
  label: string;
  options: { value: string; label: ReactNode; hint?: string | undefined }[];
  /** Initially checked. */
  checked?: string[];
};

/** The first box has the group's id, for the link of the error summary. */
export function CheckboxGroupField({ name, label, options, checked }: GroupProps) {
  const { error, errorPrefix } = useFormField(name);
  return (
    <Fieldset id={name} label={label} error={error} errorPrefix={errorPrefix}>
      <div className="[&>div]:mb-0">
        {options.map((option, index) => (
          <CheckboxOption
            key={option.value}
            id={index === 0 ? name : `${name}-${option.value}`}
            name={name}
            defaultChecked={checked?.includes(option.value)}
            {...option}
          />
        ))}
      </div>
    </Fieldset>
  );
}

/** Open when the form has errors or a result, also without scripts. */
export function CollapsedFields(props: ComponentProps<typeof Disclosure>) {
  return <Disclosure {...props} open={useHasResult() || undefined} />;
}

/** Hidden once the action has a result. */
export function UntilResult({ children }: { children: ReactNode }) {
  return useSecret() ? null : children;
}

/** A hidden value, replaced when the action returns a newer one. */
export function HiddenField({ name, value }: { name: string; value: string }) {
  const { defaultValue } = useFormField(name, value);
  return <input type="hidden" name={name} value={defaultValue} />;
}

export function SubmitButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} disabled={usePending()} />;
}

/** Shows the consequences and saves nothing. */
export const PreviewButton = ({ children }: { children: ReactNode }) => (
  <SubmitButton variant="secondary" name="intent" value="look">
    <Icon d={eye} />
    {children}
  </SubmitButton>
);

export function OneTimeSecret({ text }: { text: string }) {
  const secret = useSecret();
  if (!secret) return null;
  return (
    <Notice tone="ok">
      <div role="status">
        <p className="mb-1 font-semibold">{text}</p>
        <p className="font-mono text-small [overflow-wrap:anywhere]">{secret.link}</p>
      </div>
    </Notice>
  );
}
