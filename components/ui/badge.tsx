import type { ReactNode } from "react";
import { Icon } from "./icons/icon";

export type Tone = "ok" | "wait" | "danger" | "info" | "off";

type Props = {
  children: ReactNode;
  tone?: Tone;
  icon: string;
  /** Decided but not notified: dashed border. */
  untold?: boolean;
  /** Without border and background, for tables. */
  bare?: boolean;
};

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
