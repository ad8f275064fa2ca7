import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { type CatalogueSnapshot, getCatalogueSnapshot, listEnrollableYears } from "@/lib/catalogue/queries";
import { mailRecipients, setupKinds } from "@/lib/mail/mail-kinds";
import { IS_MESSAGE_OF_ENROLLMENT } from "@/lib/mail/sql";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import { getToday } from "@/lib/platform/sandbox";
import { apiId, dateTime, pageLimit } from "@/lib/platform/schema";
import { getSettings, type Settings } from "@/lib/school/settings";
import type { SchoolContext } from "./rules";
import { JOIN_NOTIFIED_PLACE, STATES_WAITING, WAITING_ORDER } from "./sql";
import { stateNames } from "./states";

const time = z.iso.datetime().meta({ examples: ["2026-11-21T09:30:00.000Z"] });

const assigned = (item: string) =>
  z
    .int()
    .nullable()
    .meta({
      description: `The ${item} of the place that the family has or waits for, as notified.`,
      examples: [null],
    });

/** Not in interface.md: an enrollment for integrators, with announced decisions only and no personal data. */
export const notifiedEnrollmentSchema = z
  .object({
    reference: z.string().meta({
      description: "The enrollment's reference, which the family also sees.",
      examples: ["K7M3XQ9A"],
    }),
    state: z
      .enum(stateNames)
      .describe(
        "The state that the family was notified of. A decision without a notification does not appear here.",
      ),
    version: z
      .int()
      .min(0)
      .meta({ description: "Number of changes that the family was notified of.", examples: [0] }),
    school_year_id: z.int().meta({ description: "The school year of the enrollment.", examples: [26] }),
    assigned_speciality_id: assigned("speciality"),
    assigned_syllabus_id: assigned("syllabus"),
    answer_by: z.iso
      .date()
      .nullable()
      .meta({
        description: "The last day to confirm the place; null unless a confirmation is expected.",
        examples: [null],
      }),
    waiting_rank: z
      .int()
      .min(1)
      .nullable()
      .meta({
        description: "The position on the waiting list of the same place, from 1; null unless it waits.",
        examples: [null],
      }),
    created_at: time.describe("When it was registered (UTC)."),
    updated_at: time.describe("When the family was last notified of a change (UTC); initially `created_at`."),
    test: z.boolean().describe("Whether a test key created it. Then no e-mail is sent."),
    emails: z
      .array(
        z.object({
          message_id: z.uuid().meta({
            description: "Identifies the e-mail, also in events.",
            examples: ["5a1c7a52-7f0a-4a3e-9f2f-6f3b1d6f2f77"],
          }),
          person: z.enum(mailRecipients).describe("The recipient, as `recipient` in events."),
          kind: z.enum(setupKinds).describe("The kind of e-mail, as in events."),
          recipient: z
            .enum(setupKinds)
            .meta({ description: "Same as `kind`, for old clients.", deprecated: true }),
          state: z
            .enum(["queued", "sent", "delivered", "delayed", "bounced", "complained", "failed"])
            .describe("Its delivery state."),
        }),
      )
      .describe("The account-setup e-mails of the enrollment."),
  })
  .meta({ id: "EnrollmentState" });

export type NotifiedEnrollment = z.output<typeof notifiedEnrollmentSchema>;

/** The enrollments that a key may read: its own, or with `all` those of all live keys. */
export type KeyScope = { apiKeyId: number; all: boolean };

type Row = {
  id: string;
  reference: string;
  state: EnrollmentState;
  version: number;
  school_year_id: number;
  assigned_speciality_id: number | null;
  assigned_syllabus_id: number | null;
  answer_by: string | null;
  created_at: Date;
  updated_at: Date;
  test: boolean;
  emails: NotifiedEnrollment["emails"];
};

/** Enrollments with announced decisions, least recently changed first. */
async function readNotifiedEnrollments(
  where: Prisma.Sql,
  limit: number,
): Promise<{ id: string; enrollment: NotifiedEnrollment }[]> {
  const rows = await prisma().$queryRaw<Row[]>`
    select e.id, e.reference, e.state::text, e.told_version as version, e.school_year_id,
      notified.speciality_id as assigned_speciality_id, notified.syllabus_id as assigned_syllabus_id,
      (select a.answer_by::text from place_answers a where a.enrollment_id = e.id and a.answer is null) as answer_by,
      e.created_at, e.told_at as updated_at, e.test, mails.emails
    from enrollments e
    ${JOIN_NOTIFIED_PLACE}
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
        'message_id', m.id, 'kind', m.kind, 'recipient', m.kind, 'state', m.state,
        'person', case when m.kind::text like '%guardian' then m.kind::text else 'student' end
      ) order by m.kind), '[]') as emails
      from mail_messages m where ${IS_MESSAGE_OF_ENROLLMENT} and m.kind::text = any(${setupKinds})
    ) mails
    where ${where}
    order by e.told_at, e.id limit ${limit}`;
  const ranks = await readNotifiedRanks(rows);
  return rows.map(({ id, created_at, updated_at, ...row }) => ({
    id,
    enrollment: {
      ...row,
      waiting_rank: ranks.get(id) ?? null,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    },
  }));
}

const stateSchema = z.enum(stateNames, { error: "invalid_value" });

export const enrollmentQuerySchema = z.object({
  state: stateSchema
    .optional()
    .meta({ description: "Only enrollments in this state, as notified.", examples: ["accepted"] }),
  school_year_id: apiId()
    .optional()
    .meta({ description: "Only enrollments for this school year.", examples: [26] }),
  updated_since: dateTime.optional().meta({
    description:
      "Only enrollments with a notification at or after this time. To follow changes, poll the events instead: they have no gaps.",
    examples: ["2026-11-21T00:00:00Z"],
  }),
  after: z
    .string({ error: "invalid_value" })
    .regex(/^[\w-]*$/, "invalid_value")
    .max(100, "invalid_value")
    .optional()
    .meta({
      title: "Cursor",
      description: "The `next` of the previous page.",
      examples: ["MTc2MzcxNzQwMDAwMC4wMTlhYTM3ZC0wYzVhLTcwMDAtOGE1MS0wYzBjNmYxZDJlM2Y"],
    }),
  limit: pageLimit,
});

/** A condition on `enrollments e` for a key's scope. */
const whereVisibleToKey = ({ apiKeyId, all }: KeyScope) =>
  all ? Prisma.sql`true` : Prisma.sql`e.api_key_id = ${apiKeyId}`;

type EnrollmentQuery = z.output<typeof enrollmentQuerySchema>;

/** A page of enrollments, least recently changed first; `next` is null on the last page. */
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
  const rows = await readNotifiedEnrollments(Prisma.join(conditions, " and "), limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(({ enrollment }) => enrollment),
    next: rows.length > limit && last ? formatCursor(last.enrollment.updated_at, last.id) : null,
  };
}

/**
 * An enrollment with announced decisions only.
 * @throws AppError `not_found` when it does not exist or the key may not read it
 */
export async function readEnrollment(reference: string, scope: KeyScope): Promise<NotifiedEnrollment> {
  const [row] = await readNotifiedEnrollments(
    Prisma.sql`e.reference = ${reference} and ${whereVisibleToKey(scope)}`,
    1,
  );
  if (!row) throw new AppError("not_found");
  return row.enrollment;
}

/** The current data for the enrollment rules; cached until catalogue, settings or day change. */
export async function getSchoolContext(): Promise<SchoolContext> {
  const [snapshot, school] = await Promise.all([getCatalogueSnapshot(), getSettings()]);
  const today = getToday(school.time_zone);
  if (cached?.snapshot === snapshot && cached.school === school && cached.context.today === today)
    return cached.context;

  cached = { snapshot, school, context: buildContext(snapshot, school, today) };
  return cached.context;
}

/** The rank, from 1, of each enrollment that waits. Counts only announced decisions. */
async function readNotifiedRanks(
  enrollments: { id: string; state: string; school_year_id: number }[],
): Promise<Map<string, number>> {
  const waiting = enrollments.filter(({ state }) => state === "waiting");
  if (waiting.length === 0) return new Map();
  const years = [...new Set(waiting.map(({ school_year_id }) => school_year_id))];
  const ranks = await prisma().$queryRaw<{ id: string; rank: number }[]>`
    with list as (
      select e.id, e.school_year_id, e.student_id, e.created_at, notified.speciality_id, notified.syllabus_id,
        e.turn, e.gave_up_at
      from enrollments e
      ${JOIN_NOTIFIED_PLACE}
      where e.state in ${STATES_WAITING} and e.school_year_id = any(${years})
    ), ranked as (
      select e.id, row_number() over (
        partition by school_year_id, speciality_id, syllabus_id order by ${WAITING_ORDER}
      )::int as rank from list e
    )
    select id, rank from ranked where id = any(${waiting.map(({ id }) => id)}::uuid[])`;
  return new Map(ranks.map(({ id, rank }) => [id, rank]));
}

/** The chosen ids of the enrollment's year with their option numbers, in order. */
export async function readChoices(db: Prisma.TransactionClient, enrollmentId: string) {
  const where = { where: { enrollmentId }, orderBy: { option: "asc" } } as const;
  const specialities = await db.specialityChoice.findMany({
    ...where,
    select: { option: true, specialityId: true },
  });
  const syllabi = await db.syllabusChoice.findMany({ ...where, select: { option: true, syllabusId: true } });
  return {
    specialities: specialities.map(({ option, specialityId: id }) => ({ option, id })),
    syllabi: syllabi.map(({ option, syllabusId: id }) => ({ option, id })),
  };
}

const formatCursor = (time: string, id: string) =>
  Buffer.from(`${Date.parse(time)}.${id}`).toString("base64url");

const CURSOR = /^(\d{13})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function parseCursor(cursor: string): { time: Date; id: string } {
  const [, time, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (!time || !id) throw new AppError("validation_failed", [{ field: "after", code: "invalid_value" }]);
  return { time: new Date(Number(time)), id };
}

let cached: { snapshot: CatalogueSnapshot; school: Settings; context: SchoolContext } | undefined;

function buildContext(snapshot: CatalogueSnapshot, school: Settings, today: string): SchoolContext {
  return {
    today,
    schoolYears: listEnrollableYears(snapshot.schoolYears, today).map(({ id }) => {
      const year = snapshot.byYear.get(id);
      return {
        id,
        specialities: [...(year?.specialities.ids ?? [])],
        syllabi: [...(year?.syllabi.ids ?? [])],
      };
    }),
    countries: school.supported_countries,
    minorsWithoutEmail: school.allow_minors_without_email,
  };
}
