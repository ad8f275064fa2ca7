import type { ReactNode } from "react";
import { Icon } from "./icons/icon";

export type Tone = "ok" | "wait" | "danger" | "info" | "off";

type Props = {
  children: ReactNode;
  tone?: Tone;
  icon: string;
  /** Decided, and not told yet: a dashed edge; the words say it too. */
  untold?: boolean;
  /** Icon and word without the pill, in tables. */
  bare?: boolean;
};

/** A state: colour and icon and word. */
export function Badge({ children, tone, icon, untold, bare }: Props) {
  return (
    <span
      className="chip"
      data-tone={tone}
      data-untold={untold ? "" : undefined}
      data-bare={bare ? "" : undefined}
    >
      <Icon d={icon} />
      {children}
    </span>
  );
}
