import type { ReactNode } from "react";
import { Icon } from "./icons/icon";

export type Tone = "ok" | "wait" | "danger" | "info" | "off";

type Props = {
  children: ReactNode;
  tone?: Tone;
  icon: string;
  /** Without border and background, for tables. */
  bare?: boolean | undefined;
};

export function Badge({ children, tone, icon, bare }: Props) {
  return (
    <span className="chip" data-tone={tone} data-bare={bare ? "" : undefined}>
      <Icon d={icon} />
      {children}
    </span>
  );
}
