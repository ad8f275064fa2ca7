import type { ReactNode } from "react";
import { Title } from "@/components/site/page";
import { DeskColumn } from "./desk-column";
import { DeskSaid } from "./desk-said";

type Props = {
  /** The browser's and the page's. */
  title: string;
  /** What stands above the heading, as the year. */
  caption?: string | undefined;
  /** What was done on the way here, from the address. */
  said: string | string[] | undefined;
  lead?: string;
  children: ReactNode;
};

/** A page of the desk that a step of it leads back to: what was done, the heading and what the page is for. */
export function DeskPage({ title, caption, said, lead, children }: Props) {
  return (
    <DeskColumn>
      <title>{title}</title>
      <DeskSaid said={said} />
      <Title caption={caption}>{title}</Title>
      {lead && <p className="mb-5 max-w-measure">{lead}</p>}
      {children}
    </DeskColumn>
  );
}
