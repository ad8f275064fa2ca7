import type { ReactNode } from "react";
import { Section } from "@/components/ui/section";

type PartProps = { id: string; title: string; lead: string; children: ReactNode };

export const FormSection = ({ id, title, lead, children }: PartProps) => (
  <Section id={id} title={title} className="mt-9 mb-12">
    <p className="mt-3 mb-5 max-w-measure text-muted">{lead}</p>
    {children}
  </Section>
);
