import type { ReactNode } from "react";

/** Wider than the family's pages, because of tables. */
export function DeskColumn({ children }: { children: ReactNode }) {
  return <div className="desk-column">{children}</div>;
}
