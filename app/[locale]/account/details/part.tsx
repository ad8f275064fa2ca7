import type { ReactNode } from "react";
import { Sheet } from "@/components/ui/section";

type PartProps = { id: string; title: string; lead: string; children: ReactNode };

/** A section of the page with a form of its own. */
export const Part = ({ id, title, lead, children }: PartProps) => (
  <Sheet id={id} title={title} className="mt-9 mb-12">
    <p className="mt-3 mb-5 max-w-measure text-muted">{lead}</p>
    {children}
  </Sheet>
);
