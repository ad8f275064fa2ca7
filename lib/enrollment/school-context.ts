import { listEnrollableYears } from "@/lib/catalogue/queries";
import { getCatalogueSnapshot, type CatalogueSnapshot } from "@/lib/catalogue/snapshot";
import { getToday } from "@/lib/platform/sandbox";
import { type Settings, getSettings } from "@/lib/school/settings";
import type { SchoolContext } from "./rules";

/** What the enrollment rules need to know, as it is now; no query unless something has changed. */
export async function getSchoolContext(): Promise<SchoolContext> {
  const [snapshot, school] = await Promise.all([getCatalogueSnapshot(), getSettings()]);
  const today = getToday(school.time_zone);
  if (last?.snapshot === snapshot && last.school === school && last.context.today === today)
    return last.context;

  last = { snapshot, school, context: build(snapshot, school, today) };
  return last.context;
}

let last: { snapshot: CatalogueSnapshot; school: Settings; context: SchoolContext } | undefined;

function build(snapshot: CatalogueSnapshot, school: Settings, today: string): SchoolContext {
  return {
    today,
    schoolYears: listEnrollableYears(snapshot.schoolYears, today).map(({ id }) => {
      const year = snapshot.byYear.get(id);
      return {
        id,
        specialities: [...(year?.specialities.ids ?? [])],
        syllabi: [...(year?.syllabi.ids ?? [])],
      };
    }),
    countries: school.supported_countries,
    minorsWithoutEmail: school.allow_minors_without_email,
  };
}
