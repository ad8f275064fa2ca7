import type { Metadata } from "next";
import type { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { withOpenGraph } from "@/app/open-graph";
import { PageColumn, PageHeading } from "@/components/layout/page-column";
import { getSchoolContact } from "@/lib/school/queries";

/** With the school's name, for tabs and bookmarks. */
export const withSchoolName = async (title: string) => `${title} – ${(await getSchoolContact()).name}`;

type ChooseTitle = (t: ReturnType<typeof useTranslations<never>>) => string;

/** The `generateMetadata` of a page that search engines list. */
export const createPublicMetadata = (title: ChooseTitle) => async () =>
  withOpenGraph({ title: await withSchoolName(title(await getTranslations())) });

/** The `generateMetadata` of a page that they do not list. */
export const createPrivateMetadata = (title: ChooseTitle) => async (): Promise<Metadata> => ({
  title: await withSchoolName(title(await getTranslations())),
  robots: { index: false },
});

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
