"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { DateField, type DatePart, dateParts } from "@/components/ui/date-field";
import { Input } from "@/components/ui/input";
import { type Choice, Radios } from "@/components/ui/radios";
import { type Option, type OptionGroup, Select } from "@/components/ui/select";
import { spreadDate } from "@/lib/form/clean";
import { partOf } from "@/lib/form/form-values";
import type { FactLine } from "./options";
import { useControl } from "./step-context";

type Words = { name: string; label: string; heading?: boolean; hint?: string; optional?: boolean };

type TextProps = Words & Pick<ComponentProps<"input">, "autoComplete" | "inputMode" | "type" | "className">;

/** A line of text. */
export function TextControl({ name, optional, autoComplete = "off", ...rest }: TextProps) {
  const control = useControl(name);
  return (
    <Input
      {...rest}
      id={name}
      name={name}
      type={rest.type ?? "text"}
      autoComplete={autoComplete}
      defaultValue={control.value}
      error={control.error}
      errorPrefix={control.errorPrefix}
      optional={optional ? control.optional : undefined}
    />
  );
}

type SelectProps = Words & {
  options: (Option | OptionGroup)[];
  blank?: string;
  initial?: string;
  autoComplete?: string;
  /** What to say below of each option, when it is chosen. */
  facts?: Record<string, FactLine>;
};

/** A native select. */
export function SelectControl({ name, optional, initial, facts, ...rest }: SelectProps) {
  const control = useControl(name);
  const [chosen, setChosen] = useState(control.value ?? initial ?? "");
  return (
    <Select
      {...rest}
      id={name}
      name={name}
      defaultValue={control.value ?? initial}
      onChange={facts && ((event) => setChosen(event.currentTarget.value))}
      error={control.error}
      errorPrefix={control.errorPrefix}
      optional={optional ? control.optional : undefined}
      below={
        facts && (
          <p role="status" className="mt-1 text-small text-muted">
            {facts[chosen] && (
              <>
                <span lang={facts[chosen].lang}>{facts[chosen].name}</span> · {facts[chosen].facts}
              </>
            )}
          </p>
        )
      }
    />
  );
}

/** One choice of a few. */
export function RadioControl({ name, optional, choices, ...rest }: Words & { choices: Choice[] }) {
  const control = useControl(name);
  return (
    <Radios
      {...rest}
      id={name}
      name={name}
      choices={choices}
      defaultValue={control.value}
      error={control.error}
      errorPrefix={control.errorPrefix}
      optional={optional ? control.optional : undefined}
    />
  );
}

/** A date in three parts. */
export function DateControl({
  name,
  words,
  autoComplete,
  optional,
  ...rest
}: Words & { words: Record<DatePart, string>; autoComplete?: "bday" }) {
  const control = useControl(name);
  const values = Object.fromEntries(dateParts.map((part) => [part, control.typed[`${name}_${part}`]]));
  const part = control.code && partOf(control.code);
  return (
    <DateField
      {...rest}
      id={name}
      words={words}
      values={values}
      wrong={part && [part]}
      onBlur={() => spread(name)}
      autoComplete={autoComplete}
      optional={optional ? control.optional : undefined}
      error={control.error}
      errorPrefix={control.errorPrefix}
    />
  );
}

/** A whole date that was typed or pasted into one of the three inputs goes where it belongs. */
function spread(name: string) {
  const input = (part: DatePart) => document.getElementById(`${name}_${part}`) as HTMLInputElement;
  const [day, month, year] = dateParts.map((part) => input(part).value) as [string, string, string];
  for (const [part, text] of Object.entries(spreadDate({ day, month, year })))
    input(part as DatePart).value = text;
}

/** A box to tick. */
export function CheckboxControl({ name, label, value }: { name: string; label: ReactNode; value: string }) {
  const control = useControl(name);
  return (
    <Checkbox
      id={name}
      name={name}
      value={value}
      label={label}
      defaultChecked={control.value === value}
      error={control.error}
      errorPrefix={control.errorPrefix}
    />
  );
}
