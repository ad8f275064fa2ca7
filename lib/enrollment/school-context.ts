import { enrollableYears } from "@/lib/catalogue/queries";
import { catalogueSnapshot, type Snapshot } from "@/lib/catalogue/snapshot";
import { todayIn } from "@/lib/platform/sandbox";
import { type Settings, settings } from "@/lib/school/settings";
import type { SchoolContext } from "./rules";

/** What the enrollment rules need to know, as it is now; no query unless something has changed. */
export async function schoolContext(): Promise<SchoolContext> {
  const [snapshot, school] = await Promise.all([catalogueSnapshot(), settings()]);
  const today = todayIn(school.time_zone);
  if (last?.snapshot === snapshot && last.school === school && last.context.today === today)
    return last.context;

  last = { snapshot, school, context: build(snapshot, school, today) };
  return last.context;
}

let last: { snapshot: Snapshot; school: Settings; context: SchoolContext } | undefined;

function build(snapshot: Snapshot, school: Settings, today: string): SchoolContext {
  return {
    today,
    schoolYears: enrollableYears(snapshot.schoolYears, today).map(({ id }) => {
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
