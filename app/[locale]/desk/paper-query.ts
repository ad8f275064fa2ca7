import { enrollableYears } from "@/lib/catalogue/queries";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { dayIn } from "@/lib/dates";
import type { Branch } from "@/lib/enrollment/fields";
import { settings } from "@/lib/school/settings";

/**
 * Which paper is typed in: for whom, and for which year. One that has closed since stays the form's, so that what
 * was typed does; it is refused in words.
 */
export async function readPaperQuery(parameters: Record<string, string | string[] | undefined>) {
  const [{ schoolYears }, { time_zone }] = await Promise.all([catalogueSnapshot(), settings()]);
  const open = enrollableYears(schoolYears, dayIn(time_zone));
  const year = schoolYears.find(({ id }) => String(id) === parameters.year);
  return {
    /** Those that can be enrolled for. */
    years: open.map(({ id, year }) => ({ id, year })),
    year: year && { id: year.id, year: year.year, isOpen: open.includes(year) },
    branch: (["adult", "minor"] as const).find((one): one is Branch => one === parameters.who),
  };
}
