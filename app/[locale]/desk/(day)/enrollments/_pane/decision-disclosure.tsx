"use client";

import { type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";
import { useActionResult } from "@/components/forms/action-form";
import { Disclosure } from "@/components/ui/disclosure";

type Props = {
  summary: ReactNode;
  /** Its keyboard shortcut. */
  shortcut?: string | undefined;
  /** Initially open, if a saved form exists. */
  open: boolean;
  /** Loads the mail preview when opened, because there is nothing to choose. */
  showsPreview: boolean;
  children: ReactNode;
};

/** A decision in the pane: shows the mail, then Enter saves it (desk 11). */
export function DecisionDisclosure({ summary, shortcut, open, showsPreview, children }: Props) {
  const disclosure = useRef<HTMLDetailsElement>(null);
  const { preview, version } = useActionResult();
  useEffect(() => {
    if (preview) disclosure.current?.querySelector<HTMLElement>("[value=next], [value=decide]")?.focus();
  }, [preview]);
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    const button = currentTarget.querySelector<HTMLButtonElement>("[value=look]");
    if (currentTarget.open && showsPreview && button && !preview) button.form?.requestSubmit(button);
  };
  return (
    <Disclosure
      ref={disclosure}
      name="way"
      summary={summary}
      shortcut={shortcut}
      open={open || preview !== undefined || version !== undefined}
      onToggle={onToggle}
    >
      {children}
    </Disclosure>
  );
}
