import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { Icon } from "./icons/icon";
import { chevronDown } from "./icons/paths";

type Props = ComponentProps<"details"> & {
  summary: ReactNode;
  icon?: string;
  /** The last news of what is folded, at the end of its line. */
  news?: ReactNode;
  /** The key that opens it. */
  shortcut?: string | undefined;
};

/** What unfolds without a script; on paper it is open. */
export function Disclosure({ summary, icon, news, shortcut, className, children, ...details }: Props) {
  return (
    <details className={cn("fold", className)} {...details}>
      <summary data-key={shortcut}>
        {icon && <Icon d={icon} />}
        {summary}
        {news && <span className="fold-end">{news}</span>}
        <Icon d={chevronDown} className="fold-turn" />
      </summary>
      <div>{children}</div>
    </details>
  );
}
