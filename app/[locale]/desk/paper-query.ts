import { enrollableYears } from "@/lib/catalogue/queries";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { dayIn } from "@/lib/dates";
import type { Branch } from "@/lib/enrollment/fields";
import { settings } from "@/lib/school/settings";

/** Which paper is typed in: for whom, and for which of the years that can be enrolled for. */
export async function readPaperQuery(parameters: Record<string, string | string[] | undefined>) {
  const [{ schoolYears }, { time_zone }] = await Promise.all([catalogueSnapshot(), settings()]);
  const years = enrollableYears(schoolYears, dayIn(time_zone)).map(({ id, year }) => ({ id, year }));
  return {
    years,
    year: years.find(({ id }) => String(id) === parameters.year),
    branch: (["adult", "minor"] as const).find((one): one is Branch => one === parameters.who),
  };
}
