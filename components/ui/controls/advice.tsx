import type { ReactNode } from "react";
import { Icon } from "../icons/icon";
import { info } from "../icons/paths";

/** A hint about a probable typing error. `live`: announced while typing. */
export function Advice({ children, live }: { children?: ReactNode; live?: boolean }) {
  return (
    <p role={live ? "status" : undefined} className="mt-2 max-w-measure text-small empty:hidden">
      {children && (
        <span className="flex gap-2">
          <Icon d={info} className="mt-0.5 text-info" />
          <span>{children}</span>
        </span>
      )}
    </p>
  );
}
