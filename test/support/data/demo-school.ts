import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inject } from "vitest";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { copySchoolInto } from "../database/test-database";
import { getRunArgs } from "../processes/programs";
import { getSchoolYearIds } from "./school-years";

let brought: Promise<void> | undefined;

/** Brings the demo school into this file's database, with nothing else; gives some ids of each of its years. */
export async function seedDemoSchool() {
  brought ??= copySchoolInto(process.env.DATABASE_URL as string, inject("serverUrl"), seed);
  await brought;
  const { byYear } = await getCatalogueSnapshot();
  const years = getSchoolYearIds();
  const of = (id: number) => {
    const year = byYear.get(id);
    if (!year) throw new Error(`The demo school lacks the year ${id}.`);
    return { id, specialities: [...year.specialities.ids], syllabi: [...year.syllabi.ids] };
  };
  return { previous: of(years.previous), current: of(years.current), next: of(years.next) };
}

/** By a program of its own: the one that asks first has another database, and its pool. */
async function seed(url: string) {
  const env = { ...process.env, DATABASE_URL: url };
  await promisify(execFile)(process.execPath, getRunArgs("test/support/processes/seed-school.ts"), { env });
}
