import type { ReactNode } from "react";
import { cn } from "./cn";
import { Icon } from "./icons/icon";
import { circleAlert, circleCheck, hourglass, info } from "./icons/paths";

const icons = { info, ok: circleCheck, wait: hourglass, danger: circleAlert };

type Props = {
  children: ReactNode;
  title?: string;
  /** Colour and icon; the text must say the same. */
  tone?: keyof typeof icons;
  icon?: string;
  className?: string;
};

export function Notice({ children, title, tone = "info", icon = icons[tone], className = "mb-6" }: Props) {
  return (
    <section data-tone={tone} className={cn("notice", className)}>
      <Icon d={icon} />
      <div className="min-w-0">
        {title && <h2 className="mb-1 font-sans text-base font-bold tracking-normal">{title}</h2>}
        {children}
      </div>
    </section>
  );
}
