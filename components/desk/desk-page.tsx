import type { ReactNode } from "react";
import { PageHeading } from "@/components/layout/page-column";
import { BackLink } from "./back-link";
import { DeskColumn } from "./desk-column";
import { DeskFlashMessage } from "./desk-flash-message";

type Props = {
  /** The browser's and the page's. */
  title: string;
  /** What stands above the heading, as the year. */
  caption?: ReactNode;
  /** The way to the page that this one belongs to. */
  back?: { href: string; words: ReactNode } | undefined;
  /** What was done on the way here, from the address. */
  said?: string | string[] | undefined;
  lead?: string;
  children: ReactNode;
};

/** A page of the desk: the way back, what was done on the way here, the heading and what it is for. */
export function DeskPage({ title, caption, back, said, lead, children }: Props) {
  return (
    <DeskColumn>
      <title>{title}</title>
      {back && <BackLink href={back.href}>{back.words}</BackLink>}
      <DeskFlashMessage said={said} />
      <PageHeading caption={caption}>{title}</PageHeading>
      {lead && <p className="mb-5 max-w-measure">{lead}</p>}
      {children}
    </DeskColumn>
  );
}
