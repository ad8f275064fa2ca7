"use client";

import { DateField } from "@/components/ui/date-field";
import { useField } from "./action-form";

type Props = {
  name: string;
  label: string;
  hint?: string;
  /** What its parts hold at first, by their names. */
  typed?: Record<string, string>;
  words: Record<"day" | "month" | "year", string>;
};

/** A day of an `ActionForm`; its problem stands at its first part. */
export function DayField({ name, typed = {}, ...props }: Props) {
  const { key, error, errorPrefix, defaultValue: day } = useField(`${name}_day`, typed[`${name}_day`]);
  const { defaultValue: month } = useField(`${name}_month`, typed[`${name}_month`]);
  const { defaultValue: year } = useField(`${name}_year`, typed[`${name}_year`]);
  return (
    <DateField
      key={key}
      id={name}
      {...props}
      error={error}
      errorPrefix={errorPrefix}
      values={{ day, month, year }}
    />
  );
}
