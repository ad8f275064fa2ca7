"use client";

import type { ReactNode } from "react";
import { useField } from "@/components/action/action-form";
import { Checkbox } from "@/components/ui/checkbox";

/** A box of an `ActionForm` that is ticked or not. */
export function Tick({ name, label }: { name: string; label: ReactNode }) {
  const { key, error, errorPrefix, defaultValue } = useField(name);
  return (
    <Checkbox
      key={key}
      id={name}
      name={name}
      value="on"
      label={label}
      error={error}
      errorPrefix={errorPrefix}
      defaultChecked={defaultValue === "on"}
    />
  );
}
