import type { PoolClient } from "pg";
import { z } from "zod";
import { applyChanges, type ImportReport } from "@/lib/catalogue/files/import";
import { type CopiedIds, type NewYearInput, calculateNewPrice, copyYear } from "@/lib/catalogue/files/next-year";
import { createTarget } from "@/lib/catalogue/files/wanted-catalogue";
import { insertAuditEntry, toRecordedActor } from "@/lib/people/audit";
import { defineLooseAction, ActionError } from "@/lib/people/verb";
import { invalidate } from "@/lib/platform/changes";
import { columnId } from "@/lib/platform/columns";
import { isDay } from "@/lib/platform/dates";

const day = z.string().refine(isDay, "day_needed");

const wantedYear = z.object({
  from: columnId,
  year: z.string().regex(/^\d{4}\/\d{4}$/, "label"),
  start_enrollment: day,
  end_enrollment: day.nullable(),
  start_school_year: day,
  end_school_year: day,
  percent: z.number("number").min(-50, "number").max(100, "number"),
  roundTo: z.union([z.literal(1), z.literal(10), z.literal(50), z.literal(100)], { error: "choice_needed" }),
});

export type NewYearReport = ImportReport & {
  id: number;
  prices: { name: string; old: number; now: number }[];
  limits: number;
};

/**
 * Begins a school year as a copy of another, with its places (desk 27): at first nothing but what that would add, then
 * the very year whose digest is `seen`. @throws Refused `year_unknown` where there is none to copy
 */
export const addSchoolYear = defineLooseAction(
  "school_year_added",
  "change_settings",
  wantedYear.extend({ expectedDigest: z.string().default("") }),
  async ({ actor }, { expectedDigest, ...wanted }): Promise<NewYearReport> => {
    let made: Omit<NewYearReport, keyof ImportReport> = { id: 0, prices: [], limits: 0 };
    let copies: CopiedIds | undefined;
    const copyPlaces = async (client: PoolClient) => {
      const limits = copies ? await copyLimits(client, wanted.from, made.id, copies) : 0;
      await insertAuditEntry(client, {
        actor: toRecordedActor(actor),
        action: "school_year_added",
        object: { kind: "school_year", id: made.id },
        values: { name: [null, wanted.year], percent: [null, wanted.percent], places: [null, limits] },
      });
      made = { ...made, limits };
    };
    const report = await applyChanges(
      (stored) => {
        const from = stored.school_years.get(String(wanted.from));
        if (!from) throw new ActionError({ code: "year_unknown" });
        const next = copyYear(stored, wanted);
        copies = next.copies;
        made = { id: next.id, prices: pricesOf(stored.subjects.values(), wanted), limits: 0 };
        return createTarget(stored, next.file);
      },
      { seen: expectedDigest, writeAuditEntry: copyPlaces },
    );
    if (report.written) invalidate("catalogue");
    return { ...report, ...made };
  },
);

type Subjects = Iterable<Record<string, unknown>>;

/** Each price that becomes another, by the subject's name. */
const pricesOf = (subjects: Subjects, { from, percent, roundTo }: NewYearInput) =>
  [...subjects]
    .filter(({ school_year_id }) => school_year_id === from)
    .map(({ name, price }) => ({
      name: String(name),
      old: Number(price),
      now: Number(calculateNewPrice(String(price), percent, roundTo)),
    }))
    .filter(({ old, now }) => old !== now);

/** The same limits for the copies. @returns how many */
async function copyLimits(client: PoolClient, from: number, to: number, { specialities, syllabi }: CopiedIds) {
  const { rowCount } = await client.query(
    `insert into places (school_year_id, speciality_id, syllabus_id, places)
     select $2::int, (speciality->>1)::int, (syllabus->>1)::int, places
     from places
     left join jsonb_array_elements($3::jsonb) speciality on (speciality->>0)::int = speciality_id
     left join jsonb_array_elements($4::jsonb) syllabus on (syllabus->>0)::int = syllabus_id
     where school_year_id = $1`,
    [from, to, JSON.stringify([...specialities]), JSON.stringify([...syllabi])],
  );
  return rowCount ?? 0;
}
