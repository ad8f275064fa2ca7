import type { ReactNode } from "react";
import { cn } from "./cn";
import { Icon } from "./icons/icon";
import { chevronDown } from "./icons/paths";

type Props = {
  label: ReactNode;
  icon?: string;
  /** What is visible on a phone; screen readers get the label. */
  onPhone?: "label" | "icon";
  open?: boolean | undefined;
  children: ReactNode;
  className?: string;
};

/** Opens without scripts. Its links and buttons have the class `menu-item`. */
export function Menu({ label, icon, onPhone = "label", open, children, className }: Props) {
  const isIconOnly = onPhone === "icon";
  return (
    <details className={cn("menu", className)} name="menu" open={open}>
      <summary>
        {icon && <Icon d={icon} className={isIconOnly ? undefined : "max-sm:hidden"} />}
        {isIconOnly ? <span className="sr-only sm:not-sr-only">{label}</span> : label}
        <Icon d={chevronDown} className={isIconOnly ? "max-sm:hidden" : undefined} />
      </summary>
      <div>{children}</div>
    </details>
  );
}
