"use client";

import { type ComponentProps, type ReactNode, useLayoutEffect } from "react";
import { Checkbox } from "@/components/ui/controls/checkbox";
import { DateInput, type DatePart, dateParts } from "@/components/ui/controls/date-input";
import { Fieldset } from "@/components/ui/controls/field";
import { Input } from "@/components/ui/controls/input";
import { OptionContent, RadioGroup, type RadioOption } from "@/components/ui/controls/radio-group";
import { type Option, type OptionGroup, Select } from "@/components/ui/controls/select";
import { getDatePart } from "@/lib/wizard/form-values";
import { splitDate } from "@/lib/wizard/normalise-input";
import { useStepContext, useStepControl } from "../step/step-context";

type FieldProps = { name: string; label: string; heading?: boolean; hint?: ReactNode; optional?: boolean };

type TextProps = FieldProps & { autoComplete: string | undefined; className?: string };

export const TextControl = ({ name, optional, autoComplete = "off", ...rest }: TextProps) => (
  <Input {...rest} {...useStepControl(name, optional)} type="text" autoComplete={autoComplete} />
);

type SelectProps = FieldProps & {
  options: (Option | OptionGroup)[];
  blank?: string;
  initial?: string;
  autoComplete?: string;
  /** Other controls depend on it: the page is rendered again after it is saved. */
  refreshes?: boolean;
};

export function SelectControl({ name, optional, initial, refreshes, ...rest }: SelectProps) {
  const control = useStepControl(name, optional);
  return (
    <Select
      {...rest}
      {...control}
      data-refreshes={refreshes || undefined}
      defaultValue={control.defaultValue ?? initial}
    />
  );
}

type RadioProps = FieldProps & Pick<ComponentProps<typeof RadioGroup>, "choices" | "groups">;

export const RadioControl = ({ name, optional, ...rest }: RadioProps) => (
  <RadioGroup {...rest} {...useStepControl(name, optional)} />
);

type CheckboxGroupProps = Omit<FieldProps, "optional"> & { id?: string; choices: RadioOption[] };

/** The first box has the group's id, for the link of the error summary. */
export function CheckboxGroupControl({ name, id = name, choices, ...rest }: CheckboxGroupProps) {
  const { defaultValue, error, errorPrefix } = useStepControl(name);
  const checked = defaultValue?.split(" ") ?? [];
  return (
    <Fieldset {...rest} id={id} error={error} errorPrefix={errorPrefix}>
      <div className="space-y-3">
        {choices.map(({ value, ...labels }, index) => (
          <label key={value} className="choice">
            <input
              type="checkbox"
              name={name}
              id={index === 0 ? id : `${id}-${value}`}
              value={value}
              defaultChecked={checked.includes(value)}
            />
            <OptionContent {...labels} />
          </label>
        ))}
      </div>
    </Fieldset>
  );
}

type DateProps = FieldProps & { texts: Record<DatePart, string>; autoComplete: "bday" | undefined };

export function DateControl({ name, optional, ...rest }: DateProps) {
  const { input, problems } = useStepContext();
  const { defaultValue: _, ...control } = useStepControl(name, optional);
  const code = problems[name]?.code;
  const part = code && getDatePart(code);
  // Typed and left before hydration; not while somebody is still typing.
  useLayoutEffect(() => {
    if (!document.activeElement?.id.startsWith(`${name}_`)) distributeDate(name);
  }, [name]);
  return (
    <DateInput
      {...rest}
      {...control}
      values={Object.fromEntries(dateParts.map((part) => [part, input[`${name}_${part}`]]))}
      invalidParts={part && [part]}
      onBlur={() => distributeDate(name)}
    />
  );
}

/** Distributes a whole date that was typed or pasted into one input. */
function distributeDate(name: string) {
  const input = (part: DatePart) => document.getElementById(`${name}_${part}`) as HTMLInputElement;
  const [day, month, year] = dateParts.map((part) => input(part).value) as [string, string, string];
  for (const [part, text] of Object.entries(splitDate({ day, month, year })))
    if (input(part as DatePart).value !== text) input(part as DatePart).value = text;
}

export function CheckboxControl({ name, label, value }: { name: string; label: ReactNode; value: string }) {
  const { defaultValue, error, errorPrefix } = useStepControl(name);
  return (
    <Checkbox
      id={name}
      name={name}
      value={value}
      label={label}
      defaultChecked={defaultValue === value}
      error={error}
      errorPrefix={errorPrefix}
    />
  );
}
