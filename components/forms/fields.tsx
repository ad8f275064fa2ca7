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

/** A field of an `ActionForm`, found by its name, which is its id too. */
export function TextField({ name, defaultValue, ...props }: Own<"input">) {
  const { key, ...standing } = useFormField(name, defaultValue as string | undefined);
  if (props.type === "password") standing.defaultValue = "";
  if (props.type === "file") standing.defaultValue = undefined; // a file has no value that a page may give
  return <Input key={key} {...props} {...standing} id={name} name={name} />;
}

/** Somebody else's e-mail: nothing is filled in or corrected. */
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

/** One of a few, as radio buttons. */
export function RadioField({
  name,
  defaultValue,
  ...props
}: Omit<ComponentProps<typeof RadioGroup>, "id" | "name"> & { name: string }) {
  const { key, ...standing } = useFormField(name, defaultValue);
  return <RadioGroup key={key} {...props} {...standing} id={name} name={name} />;
}

/** A checkbox, whose value is "yes". */
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

/** One of several boxes of a name, each with a value of its own. */
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

/** One of several boxes as a card, with what it is worth at its end; `was`: ticked before. */
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
  /** Which are ticked at first. */
  ticked?: string[];
};

/** Boxes as one question; the first has the question's id, so that an error leads to it. */
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

/** Fields that unfold; open once their form has something to say, also without scripts. */
export function CollapsedFields(fold: ComponentProps<typeof Disclosure>) {
  return <Disclosure {...fold} open={useHasResult() || undefined} />;
}

/** What is asked until the action has made what it shows. */
export function UntilResult({ children }: { children: ReactNode }) {
  return useOneTimeResult().shown ? null : children;
}

/** What a form began with, unseen; an action that has found something newer puts it in its place. */
export function HiddenField({ name, value }: { name: string; value: string }) {
  const { defaultValue } = useFormField(name, value);
  return <input type="hidden" name={name} value={defaultValue} />;
}

export function SubmitButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} disabled={usePending()} />;
}

/** A link or a secret that an action has made, shown once to whoever made it. */
export function OneTimeSecret({ words }: { words: string }) {
  const { shown } = useOneTimeResult();
  if (!shown) return null;
  return (
    <Notice tone="ok">
      <div role="status">
        <p className="mb-1 font-semibold">{words}</p>
        <p className="font-mono text-small [overflow-wrap:anywhere]">{shown.link}</p>
      </div>
    </Notice>
  );
}
