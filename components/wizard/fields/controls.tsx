"use client";

import type { ComponentProps, ReactNode } from "react";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { DateInput, type DatePart, dateParts } from "@/components/ui/controls/date-input";
import { Fieldset } from "@/components/ui/controls/field";
import { Input } from "@/components/ui/controls/input";
import { OptionContent, RadioGroup, type RadioOption } from "@/components/ui/controls/radio-group";
import { type Option, type OptionGroup, Select } from "@/components/ui/controls/select";
import { getDatePart } from "@/lib/wizard/form-values";
import { splitDate } from "@/lib/wizard/normalise-input";
import { useStepControl } from "../step/step-context";

type Words = { name: string; label: string; heading?: boolean; hint?: ReactNode; optional?: boolean };

type TextProps = Words & Pick<ComponentProps<"input">, "autoComplete" | "inputMode" | "type" | "className">;

export function TextControl({ name, optional, autoComplete = "off", ...rest }: TextProps) {
  const control = useStepControl(name);
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
  /** Other controls depend on it: the page is rendered again after it is saved. */
  refreshes?: boolean;
};

export function SelectControl({ name, optional, initial, refreshes, ...rest }: SelectProps) {
  const control = useStepControl(name);
  return (
    <Select
      {...rest}
      id={name}
      name={name}
      data-refreshes={refreshes || undefined}
      defaultValue={control.value ?? initial}
      error={control.error}
      errorPrefix={control.errorPrefix}
      optional={optional ? control.optional : undefined}
    />
  );
}

export function RadioControl({
  name,
  optional,
  ...rest
}: Words & Pick<ComponentProps<typeof RadioGroup>, "choices" | "folds">) {
  const control = useStepControl(name);
  return (
    <RadioGroup
      {...rest}
      id={name}
      name={name}
      defaultValue={control.value}
      error={control.error}
      errorPrefix={control.errorPrefix}
      optional={optional ? control.optional : undefined}
    />
  );
}

type TicksProps = Words & { id?: string; choices: RadioOption[] };

/** The first box has the group's id, for the link of the error summary. */
export function CheckboxGroupControl({ name, id = name, optional, choices, ...rest }: TicksProps) {
  const control = useStepControl(name);
  const ticked = control.value?.split(" ") ?? [];
  return (
    <Fieldset {...rest} id={id} error={control.error} errorPrefix={control.errorPrefix}>
      <div className="space-y-3">
        {choices.map(({ value, ...words }, at) => (
          <label key={value} className="choice">
            <input
              type="checkbox"
              name={name}
              id={at === 0 ? id : `${id}-${value}`}
              value={value}
              defaultChecked={ticked.includes(value)}
            />
            <OptionContent {...words} />
          </label>
        ))}
      </div>
    </Fieldset>
  );
}

export function DateControl({
  name,
  words,
  autoComplete,
  optional,
  ...rest
}: Words & { words: Record<DatePart, string>; autoComplete?: "bday" }) {
  const control = useStepControl(name);
  const values = Object.fromEntries(dateParts.map((part) => [part, control.typed[`${name}_${part}`]]));
  const part = control.code && getDatePart(control.code);
  return (
    <DateInput
      {...rest}
      id={name}
      words={words}
      values={values}
      wrong={part && [part]}
      onBlur={() => distributeDate(name)}
      autoComplete={autoComplete}
      optional={optional ? control.optional : undefined}
      error={control.error}
      errorPrefix={control.errorPrefix}
    />
  );
}

/** Distributes a whole date that was typed or pasted into one input. */
function distributeDate(name: string) {
  const input = (part: DatePart) => document.getElementById(`${name}_${part}`) as HTMLInputElement;
  const [day, month, year] = dateParts.map((part) => input(part).value) as [string, string, string];
  for (const [part, text] of Object.entries(splitDate({ day, month, year })))
    input(part as DatePart).value = text;
}

export function CheckboxControl({ name, label, value }: { name: string; label: ReactNode; value: string }) {
  const control = useStepControl(name);
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
