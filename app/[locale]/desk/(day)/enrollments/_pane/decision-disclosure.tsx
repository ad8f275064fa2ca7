"use client";

import { type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";
import { useActionResult } from "@/components/forms/action-form";
import { Disclosure } from "@/components/ui/disclosure";

type Props = {
  summary: ReactNode;
  /** The key that opens it. */
  shortcut?: string | undefined;
  /** Open at first: what was typed there was kept. */
  open: boolean;
  /** What the family gets is looked at as soon as it is opened: there is nothing else to choose first. */
  looks: boolean;
  children: ReactNode;
};

/** A decision folded into the pane: opened, it says what the family gets, then it can be made by Enter (desk 11). */
export function DecisionDisclosure({ summary, shortcut, open, looks, children }: Props) {
  const fold = useRef<HTMLDetailsElement>(null);
  const { preview, version } = useActionResult();
  useEffect(() => {
    if (preview) fold.current?.querySelector<HTMLElement>("[value=next], [value=decide]")?.focus();
  }, [preview]);
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    const look = currentTarget.querySelector<HTMLButtonElement>("[value=look]");
    if (currentTarget.open && looks && look && !preview) look.form?.requestSubmit(look);
  };
  return (
    <Disclosure
      ref={fold}
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
