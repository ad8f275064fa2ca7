import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { dayIn } from "@/lib/dates";
import { seedSchool } from "@/prisma/seed";
import { schoolYears } from "./school-years";

/** Brings the demo school into this file's database; gives some ids of each of its years. */
export async function aSchool() {
  await seedSchool(dayIn("Europe/Madrid"));
  const { byYear } = await catalogueSnapshot();
  const years = schoolYears();
  const of = (id: number) => {
    const year = byYear.get(id);
    if (!year) throw new Error(`The demo school lacks the year ${id}.`);
    return { id, specialities: [...year.specialities.ids], syllabi: [...year.syllabi.ids] };
  };
  return { previous: of(years.previous), current: of(years.current), next: of(years.next) };
}
