import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { getSchoolToday } from "@/lib/school/settings";

export type SelectedYear = NonNullable<Awaited<ReturnType<typeof getSelectedYear>>["year"]>;

/** From the address, else the next year to begin, else the last. */
export async function getSelectedYear(requestedYear: string | string[] | undefined) {
  const [{ schoolYears }, today] = await Promise.all([getCatalogueSnapshot(), getSchoolToday()]);
  const years = schoolYears.map(({ id, year }) => ({ id, year }));
  const requested = years.find(({ id }) => String(id) === requestedYear);
  const current = schoolYears.find(({ end_school_year }) => end_school_year >= today);
  const year = requested ?? years.find(({ id }) => id === current?.id) ?? years.at(-1);
  return { years, year };
}
