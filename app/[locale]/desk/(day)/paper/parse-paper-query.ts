import { getCatalogueSnapshot, listEnrollableYears } from "@/lib/catalogue/queries";
import { findExistingFamily } from "@/lib/desk/paper/verbs";
import type { Branch } from "@/lib/enrollment/fields";
import type { Actor } from "@/lib/people/staff/permissions";
import { isUuid } from "@/lib/platform/schema";
import { getSchoolToday } from "@/lib/school/settings";

type Sheet = { year?: number | undefined; sheet?: string | undefined };

/** For an existing family: the next year of a student, or a sibling. */
export function getPaperAddress(reference: string, kind: "again" | "sibling", { year, sheet }: Sheet = {}) {
  const parameters = Object.entries({ year, sheet }).filter(([, value]) => value !== undefined);
  return `/desk/paper?${new URLSearchParams({ of: reference, how: kind, ...Object.fromEntries(parameters) })}`;
}

/**
 * Branch, existing family and year. A year that has closed meanwhile stays selected, so that input is kept;
 * submitting is refused.
 */
export async function parsePaperQuery(
  actor: Actor,
  parameters: Record<string, string | string[] | undefined>,
) {
  const [{ schoolYears }, today] = await Promise.all([getCatalogueSnapshot(), getSchoolToday()]);
  const openYears = listEnrollableYears(schoolYears, today);
  const { of, who, sheet } = parameters;
  const kind = (["again", "sibling"] as const).find((knownKind) => knownKind === parameters.how);
  const family = typeof of === "string" && kind ? await findExistingFamily(actor, of, kind) : undefined;
  const year = schoolYears.find(({ id }) => String(id) === parameters.year);
  return {
    /** Open years. */
    years: openYears.map(({ id, year }) => ({ id, year })),
    year: year && { id: year.id, year: year.year, isOpen: openYears.includes(year) },
    family,
    /** Identifies the form, so that saved input does not appear in the next one. */
    sheet: typeof sheet === "string" && isUuid(sheet) ? sheet : undefined,
    /** Only what both branches ask, or a minor. */
    branch: family
      ? ("minor" as const)
      : (["adult", "minor"] as const).find((knownBranch): knownBranch is Branch => knownBranch === who),
  };
}
