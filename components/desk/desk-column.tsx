import type { ReactNode } from "react";

/** The desk's pages are wider than the family's: tables stand in them. */
export function DeskColumn({ children }: { children: ReactNode }) {
  return <div className="desk-column">{children}</div>;
}
