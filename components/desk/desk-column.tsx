import type { ReactNode } from "react";

/** The desk's pages are wider than the family's: tables stand in them. */
export function DeskColumn({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-desk px-4 py-6 print:max-w-none print:p-0 sm:px-6 sm:py-8">
      {children}
    </div>
  );
}
