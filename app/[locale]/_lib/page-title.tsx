import { getSchoolContact } from "@/lib/school/queries";

/** With the school's name, for tabs and bookmarks. */
export const withSchoolName = async (title: string) => `${title} – ${(await getSchoolContact()).name}`;

/** For pages that learn their title while rendering. */
export async function PageTitle({ children }: { children: string }) {
  return <title>{await withSchoolName(children)}</title>;
}
