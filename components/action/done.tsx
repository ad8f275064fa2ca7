import type { ReactNode } from "react";

/** What a form that acts has done, on the page that follows. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mb-6 rounded-card border-l-4 border-accent bg-tint px-5 py-3 print:hidden">
      {children}
    </p>
  );
}
