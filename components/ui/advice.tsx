import type { ReactNode } from "react";

/** What may be a slip: told quietly, in the way of nothing. Announced when it comes up while typing. */
export function Advice({ children, live }: { children?: ReactNode; live?: boolean }) {
  return (
    <p role={live ? "status" : undefined} className="mt-2 max-w-measure text-small empty:hidden">
      {children && <span className="block border-l-4 border-accent pl-3">{children}</span>}
    </p>
  );
}
