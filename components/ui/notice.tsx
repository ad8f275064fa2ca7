import type { ReactNode } from "react";

/** A quiet box for what is worth knowing here. */
export function Notice({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <section className="mb-8 rounded-card border-l-4 border-accent bg-tint px-5 py-4">
      {title && <h2 className="mb-1 font-semibold">{title}</h2>}
      {children}
    </section>
  );
}
