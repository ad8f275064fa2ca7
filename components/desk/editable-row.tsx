import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/controls/button";
import { Link } from "@/lib/i18n/navigation";

type Props = {
  id: string;
  label: string;
  description: ReactNode;
  /** Who changed it, and the previous value. */
  lastChange: ReactNode;
  href: string;
  linkText: string;
  children: ReactNode;
};

export function EditableRow({ id, label, description, lastChange, href, linkText, children }: Props) {
  return (
    <div
      id={id}
      className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-b border-hairline py-3 md:grid-cols-[1fr_1fr_auto]"
    >
      <div>
        <h3 className="text-base font-semibold">{label}</h3>
        <p className="text-small text-muted">{description}</p>
      </div>
      <div className="col-start-1 min-w-0 [overflow-wrap:anywhere] md:col-start-2">
        <p className="font-semibold">{children}</p>
        <p className="text-small text-muted">{lastChange}</p>
      </div>
      <Link
        href={href}
        className={`${buttonClass("secondary")} col-start-2 row-start-1 self-center md:col-start-3`}
      >
        {linkText}
        <span className="sr-only"> {label}</span>
      </Link>
    </div>
  );
}
