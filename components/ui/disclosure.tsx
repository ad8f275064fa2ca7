import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { Icon } from "./icons/icon";
import { chevronDown } from "./icons/paths";

type Props = ComponentProps<"details"> & {
  summary: ReactNode;
  icon?: string;
  /** A count or badge at the end of the summary. */
  summaryEnd?: ReactNode;
  /** Its keyboard shortcut. */
  shortcut?: string | undefined;
};

/** Always open in print. */
export function Disclosure({ summary, icon, summaryEnd, shortcut, className, children, ...details }: Props) {
  return (
    <details className={cn("fold", className)} {...details}>
      <summary data-key={shortcut}>
        {icon && <Icon d={icon} />}
        {summary}
        {summaryEnd && <span className="fold-end">{summaryEnd}</span>}
        <Icon d={chevronDown} className="fold-turn" />
      </summary>
      <div>{children}</div>
    </details>
  );
}
