"use client";

import type { ComponentProps } from "react";

/** Submits on change of controls with `data-at-once`; without scripts, by button. */
export function ApplyOnChange(form: ComponentProps<"form">) {
  return (
    <form
      {...form}
      onChange={(event) => {
        if ((event.target as HTMLElement).dataset.atOnce !== undefined) event.currentTarget.requestSubmit();
      }}
    />
  );
}
