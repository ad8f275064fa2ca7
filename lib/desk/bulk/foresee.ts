import { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { pool } from "@/lib/prisma";
import type { Turn } from "./moving-places";

/** A row of a bulk action with all that decides what becomes of it. */
export type Foreseen = Turn & {
  position: number;
  schoolYearId: number;
  frozenVersion: number;
  version: number;
  state: EnrollmentState;
  decidedState: EnrollmentState;
  hasUntold: boolean;
  assignedSpecialityId: number | null;
  assignedSyllabusId: number | null;
  /** A guardian's words against it that nobody has settled; a second guardian who has not answered. */
  disagrees: boolean;
  unanswered: boolean;
  /** Ids in the order of wishing. */
  specialities: string;
  syllabi: string;
};

/** What has to be read besides how each stands: what is wished for, and whether second guardians have answered. */
type Needed = { wishes: boolean; answers: boolean };

/** Which rows: those that stand in one of these states, or by their positions. */
type Which = { states: EnrollmentState[] } | { positions: number[] };

/** Rows of a bulk action in their order, read as values in a row, for they may be fifty thousand. */
export async function foreseenRows(bulkId: string, needed: Needed, which: Which): Promise<Foreseen[]> {
  const { text, values } = foreseenStatement(bulkId, needed, which);
  const { rows } = await pool().query({ text, values, rowMode: "array" });
  return (rows as Values[]).sort(([one], [other]) => one - other).map(foreseenOf);
}

/** Each part is found for all of them at once. */
export const foreseenStatement = (
  bulkId: string,
  { wishes, answers }: Needed,
  which: Which,
): Prisma.Sql => Prisma.sql`
    select b.position, e.id, e.school_year_id, b.version, e.version, e.state, e.decided_state,
      e.id in (select enrollment_id from decisions where status = 'untold'),
      e.assigned_speciality_id, e.assigned_syllabus_id,
      e.id in (select enrollment_id from disagreements where settled_at is null),
      ${answers ? UNANSWERED : Prisma.sql`false`}, s.wishes, y.wishes,
      e.priority, extract(epoch from e.created_at)::float8
    from bulk_rows b join enrollments e on e.id = b.enrollment_id
    left join (${wished("speciality", wishes)}) s on s.enrollment_id = e.id
    left join (${wished("syllabus", wishes)}) y on y.enrollment_id = e.id
    where b.bulk_id = ${bulkId}::uuid and ${
      "states" in which
        ? Prisma.sql`e.decided_state = any(${which.states}::enrollment_state[])`
        : Prisma.sql`b.position = any(${which.positions}::int[])`
    }`;

/** Each enrollment's options in their order, as text. */
function wished(what: "speciality" | "syllabus", needed: boolean): Prisma.Sql {
  if (!needed) return Prisma.sql`select null::uuid as enrollment_id, null as wishes where false`;
  const option = (number: number) => Prisma.raw(`max(${what}_id) filter (where option = ${number})`);
  return Prisma.sql`select enrollment_id, concat_ws(' ', ${option(1)}, ${option(2)}, ${option(3)}) as wishes
    from ${Prisma.raw(`${what}_choices`)} group by enrollment_id`;
}

/** Few are asked and silent: only of these it is looked for whether they have disagreed instead. */
const UNANSWERED = Prisma.sql`e.student_id in (select g.student_id from guardianships g where ${asked()})
  and exists (select from guardianships g where g.student_id = e.student_id and ${asked()}
    and not exists (select from disagreements o where o.enrollment_id = e.id and o.guardian_id = g.guardian_id))`;

function asked() {
  return Prisma.sql`g.position > 1 and g.confirmed_at is null and g.denied_at is null and not g.kept_apart`;
}

type Values = [
  position: number,
  id: string,
  schoolYearId: number,
  frozenVersion: number,
  version: number,
  state: EnrollmentState,
  decidedState: EnrollmentState,
  hasUntold: boolean,
  assignedSpecialityId: number | null,
  assignedSyllabusId: number | null,
  disagrees: boolean,
  unanswered: boolean,
  specialities: string | null,
  syllabi: string | null,
  priority: number,
  createdAt: number,
];

const foreseenOf = (row: Values): Foreseen => ({
  position: row[0],
  id: row[1],
  schoolYearId: row[2],
  frozenVersion: row[3],
  version: row[4],
  state: row[5],
  decidedState: row[6],
  hasUntold: row[7],
  assignedSpecialityId: row[8],
  assignedSyllabusId: row[9],
  disagrees: row[10],
  unanswered: row[11],
  specialities: row[12] ?? "",
  syllabi: row[13] ?? "",
  priority: row[14],
  createdAt: row[15],
});

/** What is wished for, as ids in their order. */
export const idsIn = (text: string): number[] => (text === "" ? [] : text.split(" ").map(Number));
