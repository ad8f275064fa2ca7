import type { ReactNode } from "react";
import { cn } from "./cn";
import { Icon } from "./icon";
import { chevronDown } from "./icons";

type Props = { label: ReactNode; icon?: string; children: ReactNode; className?: string };

/** A menu that opens without a script: links and buttons with the class `menu-item`. */
export function Menu({ label, icon, children, className }: Props) {
  return (
    <details className={cn("menu", className)} name="menu">
      <summary>
        {icon && <Icon d={icon} className="max-sm:hidden" />}
        {label}
        <Icon d={chevronDown} />
      </summary>
      <div>{children}</div>
    </details>
  );
}
