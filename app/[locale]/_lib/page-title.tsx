import type { ReactNode } from "react";
import { PageColumn, PageHeading } from "@/components/layout/page-column";
import { getSchoolContact } from "@/lib/school/queries";

/** With the school's name, for tabs and bookmarks. */
export const withSchoolName = async (title: string) => `${title} – ${(await getSchoolContact()).name}`;

/** For pages that learn their title while rendering. */
export async function PageTitle({ children }: { children: string }) {
  return <title>{await withSchoolName(children)}</title>;
}

type Props = {
  title: string;
  caption?: ReactNode;
  /** Before the heading, such as the way back. */
  above?: ReactNode;
  children: ReactNode;
};

/** A page of one column whose heading is its title. */
export const TitledPage = ({ title, caption, above, children }: Props) => (
  <PageColumn>
    <PageTitle>{title}</PageTitle>
    {above}
    <PageHeading caption={caption}>{title}</PageHeading>
    {children}
  </PageColumn>
);
