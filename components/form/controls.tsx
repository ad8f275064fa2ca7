"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { DateField, type DatePart, dateParts } from "@/components/ui/date-field";
import { Input } from "@/components/ui/input";
import { type Choice, Radios } from "@/components/ui/radios";
import { type Option, type OptionGroup, Select } from "@/components/ui/select";
import { useControl } from "./step-context";

type Words = { name: string; label: string; hint?: string; optional?: boolean };

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
  facts?: Record<string, string>;
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
            {facts[chosen]}
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
  const part = /^incomplete_(.+)$/.exec(control.code ?? "")?.[1] as DatePart | undefined;
  const wrong = part ? [part] : control.code === "year_unlikely" ? (["year"] as const) : undefined;
  return (
    <DateField
      {...rest}
      id={name}
      words={words}
      values={values}
      wrong={wrong}
      autoComplete={autoComplete}
      optional={optional ? control.optional : undefined}
      error={control.error}
      errorPrefix={control.errorPrefix}
    />
  );
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
