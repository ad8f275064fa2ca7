import type { SchoolDocument } from "@/lib/api/openapi-schemas";
import { fieldRows } from "@/lib/enrollment/fields";
import { getSchoolContext } from "@/lib/enrollment/queries";

/** The setting of 4.4 rule 9, and valid ids as examples. */
export async function getOpenApiSchool(): Promise<SchoolDocument> {
  const { minorsWithoutEmail, schoolYears } = await getSchoolContext();
  const [year] = schoolYears;
  return {
    settings: { allow_minors_without_email: minorsWithoutEmail },
    examples: year ? Object.fromEntries(listIds(year)) : {},
  };
}

/** Examples omit choices that the year does not have. */
function listIds({ id, specialities, syllabi }: { id: number; specialities: number[]; syllabi: number[] }) {
  const ids: Record<string, number[]> = { school_year: [id], speciality: specialities, syllabi };
  return fieldRows.flatMap(([name, { textKey, stored }]) => {
    const choices = ids[textKey];
    const option = stored && "option" in stored ? stored.option : 1;
    return choices ? [[name, choices[option - 1]]] : [];
  });
}
