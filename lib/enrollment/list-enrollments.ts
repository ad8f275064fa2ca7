import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { apiId } from "@/lib/platform/columns";
import { AppError } from "@/lib/platform/errors";
import { dateTime, pageLimit } from "@/lib/platform/paging";
import { type KeyScope, stateSchema, whereVisibleToKey, type NotifiedEnrollment, readNotifiedEnrollments } from "./told";

/** What a list of enrollments is asked for. */
export const enrollmentQuerySchema = z.object({
  state: stateSchema
    .optional()
    .describe("Only those in this state, as told.")
    .meta({ examples: ["accepted"] }),
  school_year_id: apiId()
    .optional()
    .describe("Only those for this school year.")
    .meta({ examples: [26] }),
  updated_since: dateTime
    .optional()
    .describe(
      "Only those of which the family was told something then or later. Whoever asks again and again reads the events, which have no gaps.",
    )
    .meta({ examples: ["2026-11-21T00:00:00Z"] }),
  after: z
    .string({ error: "invalid_value" })
    .max(100, "invalid_value")
    .optional()
    .describe("The `next` of the page before.")
    .meta({ examples: ["MTc2MzcxNzQwMDAwMC4wMTlhYTM3ZC0wYzVhLTcwMDAtOGE1MS0wYzBjNmYxZDJlM2Y"] }),
  limit: pageLimit,
});

export type EnrollmentQuery = z.output<typeof enrollmentQuerySchema>;

/** A page of enrollments, the longest unchanged first; `next` is null on the last one. */
export async function listEnrollments(
  { state, school_year_id, updated_since, after, limit }: EnrollmentQuery,
  scope: KeyScope,
): Promise<{ data: NotifiedEnrollment[]; next: string | null }> {
  const from = after === undefined ? undefined : parseCursor(after);
  const conditions = [
    whereVisibleToKey(scope),
    ...(state ? [Prisma.sql`e.state = ${state}::enrollment_state`] : []),
    ...(school_year_id ? [Prisma.sql`e.school_year_id = ${school_year_id}`] : []),
    ...(updated_since ? [Prisma.sql`e.told_at >= ${new Date(updated_since)}`] : []),
    ...(from ? [Prisma.sql`(e.told_at, e.id) > (${from.time}, ${from.id}::uuid)`] : []),
  ];
  const found = await readNotifiedEnrollments(Prisma.join(conditions, " and "), limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(({ told }) => told),
    next: found.length > limit && last ? cursorOf(last.told.updated_at, last.id) : null,
  };
}

const cursorOf = (time: string, id: string) => Buffer.from(`${Date.parse(time)}.${id}`).toString("base64url");

const PLACE = /^(\d{13})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function parseCursor(cursor: string): { time: Date; id: string } {
  const [, time, id] = PLACE.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (!time || !id) throw new AppError("validation_failed", [{ field: "after", code: "invalid_value" }]);
  return { time: new Date(Number(time)), id };
}
