import type { ReactNode } from "react";

/** A hash or number to compare digit by digit; `label` is for screen readers. */
export const Hash = ({ label, children }: { label?: string; children: ReactNode }) => (
  <p className="rounded-field bg-sunken px-4 py-3 font-mono text-small [overflow-wrap:anywhere]">
    {label && <span className="sr-only">{label}: </span>}
    {children}
  </p>
);
