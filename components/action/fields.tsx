"use client";

import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Fieldset } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { Input, Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Radios } from "@/components/ui/radios";
import { type Option, Select } from "@/components/ui/select";
import { useAnswer, useField, usePending, useShown, useTicked } from "./action-form";

type Own<Tag extends "input" | "textarea" | "select"> = Omit<ComponentProps<Tag>, "id" | "name"> & {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  optional?: string;
  below?: ReactNode;
};

/** A field of an `ActionForm`, found by its name, which is its id too. */
export function TextField({ name, defaultValue, ...props }: Own<"input">) {
  const { key, ...standing } = useField(name, defaultValue as string | undefined);
  if (props.type === "password") standing.defaultValue = "";
  if (props.type === "file") standing.defaultValue = undefined; // a file has no value that a page may give
  return <Input key={key} {...props} {...standing} id={name} name={name} />;
}

/** Somebody else's e-mail: nothing is filled in or corrected. */
export const OthersEmail = (props: Own<"input">) => (
  <TextField {...props} type="email" inputMode="email" autoComplete="off" spellCheck={false} />
);

export function TextArea({ name, defaultValue, ...props }: Own<"textarea">) {
  const { key, ...standing } = useField(name, defaultValue as string | undefined);
  return <Textarea key={key} {...props} {...standing} id={name} name={name} />;
}

export function Choice({
  name,
  defaultValue,
  ...props
}: Own<"select"> & { options: Option[]; blank?: string }) {
  const { key, ...standing } = useField(name, defaultValue as string | undefined);
  return <Select key={key} {...props} {...standing} id={name} name={name} />;
}

/** One of a few, as radio buttons. */
export function ChoiceOf({
  name,
  defaultValue,
  ...props
}: Omit<ComponentProps<typeof Radios>, "id" | "name"> & { name: string }) {
  const { key, ...standing } = useField(name, defaultValue);
  return <Radios key={key} {...props} {...standing} id={name} name={name} />;
}

/** A checkbox, whose value is "yes". */
export function Tick({ name, label }: { name: string; label: ReactNode }) {
  const { key, defaultValue, ...standing } = useField(name, undefined);
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
export function TickOf({
  name,
  value,
  defaultChecked,
  ...props
}: ComponentProps<typeof Checkbox> & { name: string; value: string }) {
  const { key, ticked } = useTicked(name);
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
export function CardTick({ name, value, was, label, hint, end }: Card) {
  const { key, ticked } = useTicked(name);
  return (
    <label key={key} className="choice">
      <input type="checkbox" name={name} value={value} defaultChecked={ticked?.includes(value) ?? was} />
      <span>
        <span className="choice-name">{label}</span>
        {hint && <span className="choice-hint">{hint}</span>}
      </span>
      {end && <span className="choice-price">{end}</span>}
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
export function Ticks({ name, label, options, ticked }: TicksProps) {
  const { error, errorPrefix } = useField(name);
  return (
    <Fieldset id={name} label={label} error={error} errorPrefix={errorPrefix}>
      <div className="[&>div]:mb-0">
        {options.map((option, at) => (
          <TickOf
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
export function FoldedFields(fold: ComponentProps<typeof Fold>) {
  return <Fold {...fold} open={useAnswer() || undefined} />;
}

/** What is asked until the action has made what it shows. */
export function UntilShown({ children }: { children: ReactNode }) {
  return useShown().shown ? null : children;
}

/** What a form began with, unseen; an action that has found something newer puts it in its place. */
export function Kept({ name, value }: { name: string; value: string }) {
  const { defaultValue } = useField(name, value);
  return <input type="hidden" name={name} value={defaultValue} />;
}

export function Submit(props: ComponentProps<typeof Button>) {
  return <Button {...props} disabled={usePending()} />;
}

/** A link or a secret that an action has made, shown once to whoever made it. */
export function ShownLink({ words }: { words: string }) {
  const { shown } = useShown();
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
