import { getCatalogueSnapshot, listEnrollableYears } from "@/lib/catalogue/queries";
import { findExistingFamily } from "@/lib/desk/paper/verbs";
import type { Branch } from "@/lib/enrollment/fields";
import type { Actor } from "@/lib/people/staff/permissions";
import { toLocalDay } from "@/lib/platform/dates";
import { isUuid } from "@/lib/platform/schema";
import { getSettings } from "@/lib/school/settings";

type Paper = { year?: number | undefined; sheet?: string | undefined };

/** The address of a paper of a family that is known: its enrollment, and what is enrolled from there. */
export function getPaperAddress(reference: string, how: "again" | "sibling", { year, sheet }: Paper = {}) {
  const further = Object.entries({ year, sheet }).filter(([, value]) => value !== undefined);
  return `/desk/paper?${new URLSearchParams({ of: reference, how, ...Object.fromEntries(further) })}`;
}

/**
 * Which paper is typed in: for whom, of which family if it is known, and for which year. One that has closed since stays the form's, so that what
 * was typed does; it is refused in words.
 */
export async function parsePaperQuery(
  actor: Actor,
  parameters: Record<string, string | string[] | undefined>,
) {
  const [{ schoolYears }, { time_zone }] = await Promise.all([getCatalogueSnapshot(), getSettings()]);
  const open = listEnrollableYears(schoolYears, toLocalDay(time_zone));
  const { of, who, sheet } = parameters;
  const how = (["again", "sibling"] as const).find((one) => one === parameters.how);
  const known = typeof of === "string" && how ? await findExistingFamily(actor, of, how) : undefined;
  const year = schoolYears.find(({ id }) => String(id) === parameters.year);
  return {
    /** Those that can be enrolled for. */
    years: open.map(({ id, year }) => ({ id, year })),
    year: year && { id: year.id, year: year.year, isOpen: open.includes(year) },
    known,
    /** Tells papers apart: what was typed on one does not stand on the next that is begun. */
    sheet: typeof sheet === "string" && isUuid(sheet) ? sheet : undefined,
    /** Of a family that is known only what both branches ask alike is asked, or a minor. */
    branch: known
      ? ("minor" as const)
      : (["adult", "minor"] as const).find((one): one is Branch => one === who),
  };
}
