"use client";

import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/controls/button";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { Fieldset } from "@/components/ui/controls/field";
import { Input, Textarea } from "@/components/ui/controls/input";
import { OptionContent, RadioGroup } from "@/components/ui/controls/radio-group";
import { type Option, Select } from "@/components/ui/controls/select";
import { Disclosure } from "@/components/ui/disclosure";
import { Notice } from "@/components/ui/notice";
import { useCheckedValues, useFormField, useHasResult, useOneTimeResult, usePending } from "./action-form";

type Own<Tag extends "input" | "textarea" | "select"> = Omit<ComponentProps<Tag>, "id" | "name"> & {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  optional?: string;
  below?: ReactNode;
};

/** A field of an `ActionForm`; `name` is also the id. */
export function TextField({ name, defaultValue, ...props }: Own<"input">) {
  const { key, ...standing } = useFormField(name, defaultValue as string | undefined);
  if (props.type === "password") standing.defaultValue = "";
  if (props.type === "file") standing.defaultValue = undefined; // browsers forbid initial values of files
  return <Input key={key} {...props} {...standing} id={name} name={name} />;
}

/** An e-mail of somebody else: no autofill, no correction. */
export const OtherPersonEmailField = (props: Own<"input">) => (
  <TextField {...props} type="email" inputMode="email" autoComplete="off" spellCheck={false} />
);

export function TextAreaField({ name, defaultValue, ...props }: Own<"textarea">) {
  const { key, ...standing } = useFormField(name, defaultValue as string | undefined);
  return <Textarea key={key} {...props} {...standing} id={name} name={name} />;
}

export function SelectField({
  name,
  defaultValue,
  ...props
}: Own<"select"> & { options: Option[]; blank?: string }) {
  const { key, ...standing } = useFormField(name, defaultValue as string | undefined);
  return <Select key={key} {...props} {...standing} id={name} name={name} />;
}

export function RadioField({
  name,
  defaultValue,
  ...props
}: Omit<ComponentProps<typeof RadioGroup>, "id" | "name"> & { name: string }) {
  const { key, ...standing } = useFormField(name, defaultValue);
  return <RadioGroup key={key} {...props} {...standing} id={name} name={name} />;
}

/** Submits "yes". */
export function CheckboxField({ name, label }: { name: string; label: ReactNode }) {
  const { key, defaultValue, ...standing } = useFormField(name, undefined);
  return (
    <Checkbox
      key={key}
      {...standing}
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
  const { key, ticked } = useCheckedValues(name);
  const isTicked = ticked ? ticked.includes(value) : defaultChecked;
  return <Checkbox key={key} {...props} name={name} value={value} defaultChecked={isTicked} />;
}

type Card = {
  name: string;
  value: string;
  was: boolean;
  label: ReactNode;
  hint?: ReactNode;
  end?: ReactNode;
};

/** `was`: initially checked; `end`: its value, on the right. */
export function CheckboxCard({ name, value, was, label, hint, end }: Card) {
  const { key, ticked } = useCheckedValues(name);
  return (
    <label key={key} className="choice">
      <input type="checkbox" name={name} value={value} defaultChecked={ticked?.includes(value) ?? was} />
      <OptionContent label={label} hint={hint} price={end} />
    </label>
  );
}

type TicksProps = {
  name: string;
  label: string;
  options: { value: string; label: ReactNode; hint?: string | undefined }[];
  /** Initially checked. */
  ticked?: string[];
};

/** The first box has the group's id, for the link of the error summary. */
export function CheckboxGroupField({ name, label, options, ticked }: TicksProps) {
  const { error, errorPrefix } = useFormField(name);
  return (
    <Fieldset id={name} label={label} error={error} errorPrefix={errorPrefix}>
      <div className="[&>div]:mb-0">
        {options.map((option, at) => (
          <CheckboxOption
            key={option.value}
            id={at === 0 ? name : `${name}-${option.value}`}
            name={name}
            defaultChecked={ticked?.includes(option.value)}
            {...option}
          />
        ))}
      </div>
    </Fieldset>
  );
}

/** Open when the form has errors or a result, also without scripts. */
export function CollapsedFields(fold: ComponentProps<typeof Disclosure>) {
  return <Disclosure {...fold} open={useHasResult() || undefined} />;
}

/** Hidden once the action has a result. */
export function UntilResult({ children }: { children: ReactNode }) {
  return useOneTimeResult().shown ? null : children;
}

/** A hidden value, replaced when the action returns a newer one. */
export function HiddenField({ name, value }: { name: string; value: string }) {
  const { defaultValue } = useFormField(name, value);
  return <input type="hidden" name={name} value={defaultValue} />;
}

export function SubmitButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} disabled={usePending()} />;
}

/** A link or secret that is shown once. */
export function OneTimeSecret({ text }: { text: string }) {
  const { shown } = useOneTimeResult();
  if (!shown) return null;
  return (
    <Notice tone="ok">
      <div role="status">
        <p className="mb-1 font-semibold">{text}</p>
        <p className="font-mono text-small [overflow-wrap:anywhere]">{shown.link}</p>
      </div>
    </Notice>
  );
}
