import { yearPlaces } from "@/lib/decisions/place";
import type { SchoolContext } from "@/lib/enrollment/rules";
import type { ToCorrect } from "./to-correct";

/** What can be wished in the year of an enrollment, open or not. */
export type PartChoices = Awaited<ReturnType<typeof partChoices>>;

export const partChoices = ({ schoolYearId }: Pick<ToCorrect, "schoolYearId">) => yearPlaces(schoolYearId);

/** The same for the form's rules. */
export const yearsOf = (
  { schoolYearId: id }: ToCorrect,
  { specialities, syllabi }: PartChoices,
): SchoolContext["schoolYears"] => [
  { id, specialities: specialities.map((one) => one.id), syllabi: syllabi.map((one) => one.id) },
];
