import { getSchoolContact } from "@/lib/school/queries";

/** A page's title with the school's name, by which a tab or a bookmark is found again. */
export const withSchoolName = async (title: string) => `${title} – ${(await getSchoolContact()).name}`;

/** The title of a page that finds out while it is rendered what it is about. */
export async function PageTitle({ children }: { children: string }) {
  return <title>{await withSchoolName(children)}</title>;
}
