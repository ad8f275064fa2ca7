"use client";

import { type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";
import { useAnswered } from "@/components/action/action-form";
import { Fold } from "@/components/ui/fold";

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
export function WayFold({ summary, shortcut, open, looks, children }: Props) {
  const fold = useRef<HTMLDetailsElement>(null);
  const { preview, version } = useAnswered();
  useEffect(() => {
    if (preview) fold.current?.querySelector<HTMLElement>("[value=next], [value=decide]")?.focus();
  }, [preview]);
  const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    const look = currentTarget.querySelector<HTMLButtonElement>("[value=look]");
    if (currentTarget.open && looks && look && !preview) look.form?.requestSubmit(look);
  };
  return (
    <Fold
      ref={fold}
      name="way"
      summary={summary}
      shortcut={shortcut}
      open={open || preview !== undefined || version !== undefined}
      onToggle={onToggle}
    >
      {children}
    </Fold>
  );
}
