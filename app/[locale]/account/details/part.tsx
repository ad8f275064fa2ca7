import type { ReactNode } from "react";

type PartProps = { id: string; title: string; lead: string; children: ReactNode };

/** A section of the page with a form of its own. */
export const Part = ({ id, title, lead, children }: PartProps) => (
  <section aria-labelledby={id} className="mb-10">
    <header className="section-head mb-3">
      <h2 id={id}>{title}</h2>
    </header>
    <p className="mb-5 text-muted">{lead}</p>
    {children}
  </section>
);
