"use client";

import { DateInput } from "@/components/ui/controls/date-input";
import { useFormField } from "./action-form";

type Props = {
  name: string;
  label: string;
  hint?: string;
  /** Initial values of day, month and year by control name. */
  initial?: Record<string, string>;
  texts: Record<"day" | "month" | "year", string>;
};

/** A date in an `ActionForm`; errors are shown at its first part. */
export function DateField({ name, initial = {}, ...props }: Props) {
  const { key, error, errorPrefix, defaultValue: day } = useFormField(`${name}_day`, initial[`${name}_day`]);
  const { defaultValue: month } = useFormField(`${name}_month`, initial[`${name}_month`]);
  const { defaultValue: year } = useFormField(`${name}_year`, initial[`${name}_year`]);
  return <DateInput key={key} {...props} {...{ name, error, errorPrefix }} values={{ day, month, year }} />;
}
