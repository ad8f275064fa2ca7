import type { ReactNode } from "react";

type PartProps = { id: string; title: string; lead: string; children: ReactNode };

/** A section of the page with a form of its own. */
export const Part = ({ id, title, lead, children }: PartProps) => (
  <section aria-labelledby={id} className="mb-10">
    <h2 id={id} className="mb-2 font-serif text-heading font-semibold">
      {title}
    </h2>
    <p className="mb-5 max-w-measure">{lead}</p>
    {children}
  </section>
);
