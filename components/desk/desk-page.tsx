import type { ReactNode } from "react";
import { PageHeading } from "@/components/layout/page-column";
import { BackLink } from "./back-link";
import { DeskColumn } from "./desk-column";
import { DeskFlashMessage } from "./desk-flash-message";

type Props = {
  /** For the tab and the heading. */
  title: string;
  /** Above the heading, such as the year. */
  caption?: ReactNode;
  back?: { href: string; words: ReactNode } | undefined;
  /** The `said` parameter of the address: the last action. */
  said?: string | string[] | undefined;
  lead?: string;
  children: ReactNode;
};

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
