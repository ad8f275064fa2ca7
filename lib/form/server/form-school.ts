import { type ClaimForm, getClaimForms, listAskingRounds } from "@/lib/admission/asked-merits";
import { listEnrollableYears } from "@/lib/catalogue/queries";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { getCatalogueSnapshot, type CatalogueSnapshot, type YearCatalogue } from "@/lib/catalogue/snapshot";
import type { SchoolContext } from "@/lib/enrollment/rules";
import { getSchoolContext } from "@/lib/enrollment/school-context";
import { getEnrollmentWindow } from "@/lib/enrollment/windows";
import type { Answers } from "@/lib/form/answers";
import type { Day } from "@/lib/platform/dates";
import { listCallingCodes } from "@/lib/reference/calling-codes";
import { type Settings, getSettings } from "@/lib/school/settings";

/** The school as the form sees it now. */
export type FormSchool = {
  /** What the rules need, with the years that are open alone. */
  context: SchoolContext;
  /** The current and the next school year, open or not. */
  years: SchoolYear[];
  open: SchoolYear[];
  prefixes: string[];
  settings: Settings;
  catalogueOf: (yearId: number) => YearCatalogue | undefined;
  /** What open rounds ask, by school year. */
  merits: Map<number, ClaimForm>;
};

/**
 * The school as it is now: which years take enrollments today, their catalogues and the settings. It is
 * the same object until something of it changes.
 */
export async function getFormSchool(): Promise<FormSchool> {
  const [context, snapshot, school, rounds] = await Promise.all([
    getSchoolContext(),
    getCatalogueSnapshot(),
    getSettings(),
    listAskingRounds(),
  ]);
  const of = { snapshot, settings: school, rounds, today: context.today };
  if (last && (Object.keys(of) as (keyof Of)[]).every((part) => last?.[part] === of[part]))
    return last.school;

  last = { ...of, school: build(context, of) };
  return last.school;
}

type Of = {
  snapshot: CatalogueSnapshot;
  settings: Settings;
  rounds: Awaited<ReturnType<typeof listAskingRounds>>;
  today: Day;
};

let last: (Of & { school: FormSchool }) | undefined;

function build(context: SchoolContext, { snapshot, settings: school, rounds }: Of): FormSchool {
  const years = listEnrollableYears(snapshot.schoolYears, context.today);
  const open = years.filter((year) => getEnrollmentWindow(year, context.today) === "open");
  const isOpen = new Set(open.map(({ id }) => id));
  return {
    context: { ...context, schoolYears: context.schoolYears.filter(({ id }) => isOpen.has(id)) },
    years,
    open,
    prefixes: listCallingCodes(school.supported_countries).map(({ prefix }) => prefix),
    settings: school,
    catalogueOf: (yearId) => snapshot.byYear.get(yearId),
    merits: getClaimForms(rounds, context.today),
  };
}

/**
 * Answers with the school year that needs no question: the only one that is open. Where several are
 * open, or the one that was answered has closed, the family is asked.
 */
export function addOnlyYear(answers: Answers, { open }: FormSchool): Answers {
  return open.length === 1 && answers.school_year_id === undefined
    ? { ...answers, school_year_id: open[0]?.id }
    : answers;
}

/** Whether the school year is a question: several are open, or the answered one no longer is. */
export function isYearAsked(answers: Answers, { open }: FormSchool): boolean {
  const { school_year_id: chosen } = answers;
  return open.length > 1 || (chosen !== undefined && !open.some(({ id }) => id === chosen));
}
