import type { ReactNode } from "react";
import { cn } from "./cn";
import { Icon } from "./icon";
import { chevronDown } from "./icons";

type Props = {
  summary: ReactNode;
  icon?: string;
  /** The last news of what is folded, at the end of its line. */
  news?: ReactNode;
  open?: boolean;
  className?: string;
  children: ReactNode;
};

/** What unfolds without a script; on paper it is open. */
export function Fold({ summary, icon, news, open, className, children }: Props) {
  return (
    <details className={cn("fold", className)} open={open}>
      <summary>
        {icon && <Icon d={icon} />}
        {summary}
        {news && <span className="fold-end">{news}</span>}
        <Icon d={chevronDown} className="fold-turn" />
      </summary>
      <div>{children}</div>
    </details>
  );
}
