"use client";

import type { ComponentProps } from "react";

/** A form of filters: those marked `data-at-once` apply at once; where no scripts run, its button does. */
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
