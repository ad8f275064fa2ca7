import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inject } from "vitest";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { copySchoolInto } from "../database/test-database";
import { getRunArgs } from "../processes/programs";
import { getSchoolYearIds } from "./school-years";

let seeding: Promise<void> | undefined;

/** Seeds the demo school; returns ids by year. */
export async function seedDemoSchool() {
  seeding ??= copySchoolInto(process.env.DATABASE_URL as string, inject("serverUrl"), seed);
  await seeding;
  const { byYear } = await getCatalogueSnapshot();
  const years = getSchoolYearIds();
  const getIds = (id: number) => {
    const year = byYear.get(id);
    if (!year) throw new Error(`The demo school lacks the year ${id}.`);
    return { id, specialities: [...year.specialities.ids], syllabi: [...year.syllabi.ids] };
  };
  return { previous: getIds(years.previous), current: getIds(years.current), next: getIds(years.next) };
}

/** In another process, because this one's pool has another database. */
async function seed(url: string) {
  const env = { ...process.env, DATABASE_URL: url };
  await promisify(execFile)(process.execPath, getRunArgs("test/support/processes/seed-school.ts"), { env });
}
