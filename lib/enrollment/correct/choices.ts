import { getYearStudies } from "@/lib/decisions/place";
import type { SchoolContext } from "@/lib/enrollment/rules";
import type { EnrollmentPart } from "./to-correct";

/** What can be wished in the year of an enrollment, open or not. */
export type PartOptions = Awaited<ReturnType<typeof listPartOptions>>;

export const listPartOptions = ({ schoolYearId }: Pick<EnrollmentPart, "schoolYearId">) => getYearStudies(schoolYearId);

/** The same for the form's rules. */
export const toRuleYears = (
  { schoolYearId: id }: EnrollmentPart,
  { specialities, syllabi }: PartOptions,
): SchoolContext["schoolYears"] => [
  { id, specialities: specialities.map((one) => one.id), syllabi: syllabi.map((one) => one.id) },
];
