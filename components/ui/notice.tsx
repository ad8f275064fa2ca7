import type { ReactNode } from "react";
import { cn } from "./cn";
import { Icon } from "./icons/icon";
import { circleAlert, circleCheck, hourglass, info } from "./icons/paths";

const signs = { info, ok: circleCheck, wait: hourglass, danger: circleAlert };

type Props = {
  children: ReactNode;
  title?: string;
  /** Colour and sign; the words say it too. */
  tone?: keyof typeof signs;
  /** Another sign than the tone's. */
  icon?: string;
  className?: string;
};

/** What is worth knowing here, or what was just done at the top of the page that it led to. */
export function Notice({ children, title, tone = "info", icon = signs[tone], className = "mb-6" }: Props) {
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
