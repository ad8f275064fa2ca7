import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { mailRecipients, setupKinds } from "@/lib/mail/kinds";
import { IS_MESSAGE_OF_ENROLLMENT } from "@/lib/mail/together";
import { prisma } from "@/lib/platform/prisma";
import { stateNames } from "./states";
import { readNotifiedRanks } from "./told-ranks";

const time = z.iso.datetime().meta({ examples: ["2026-11-21T09:30:00.000Z"] });

/** A state as a request names it. */
export const stateSchema = z.enum(stateNames, { error: "invalid_value" });

const assigned = (what: string) =>
  z
    .int()
    .nullable()
    .describe(`The ${what} in which it has a place or, while it waits, for which it waits, as told.`)
    .meta({ examples: [null] });

/** Beyond the interface: an enrollment as a key may see it: what is told, and nothing personal. */
export const notifiedEnrollmentSchema = z
  .object({
    reference: z
      .string()
      .describe("The reference that the 201 carried and that the family sees.")
      .meta({ examples: ["K7M3XQ9A"] }),
    state: z
      .enum(stateNames)
      .describe("What the school has told the family; a decision that is not told yet does not show."),
    version: z
      .int()
      .min(0)
      .describe("How many changes the family has been told.")
      .meta({ examples: [0] }),
    school_year_id: z
      .int()
      .describe("The school year enrolled for.")
      .meta({ examples: [26] }),
    assigned_speciality_id: assigned("speciality"),
    assigned_syllabus_id: assigned("syllabus"),
    answer_by: z.iso
      .date()
      .nullable()
      .describe("The last day to say whether the place is kept; null unless that is open.")
      .meta({ examples: [null] }),
    waiting_rank: z
      .int()
      .min(1)
      .nullable()
      .describe("Its rank among those who were told that they wait for the same; null unless it waits.")
      .meta({ examples: [null] }),
    created_at: time.describe("When it was registered, UTC."),
    updated_at: time.describe("When the family was last told something of it, UTC; at first `created_at`."),
    test: z.boolean().describe("Whether a test key made it: then nobody is written to."),
    emails: z
      .array(
        z.object({
          message_id: z
            .uuid()
            .describe("Names the e-mail, in its events too.")
            .meta({ examples: ["5a1c7a52-7f0a-4a3e-9f2f-6f3b1d6f2f77"] }),
          person: z.enum(mailRecipients).describe("To whom, as events say it under `recipient`."),
          kind: z.enum(setupKinds).describe("What it is about, as events say it."),
          recipient: z
            .enum(setupKinds)
            .describe("The same as `kind`, for clients of before.")
            .meta({ deprecated: true }),
          state: z
            .enum(["queued", "sent", "delivered", "delayed", "bounced", "complained", "failed"])
            .describe("How far it got."),
        }),
      )
      .describe("Its account-setup e-mails."),
  })
  .meta({ id: "EnrollmentState" });

export type NotifiedEnrollment = z.output<typeof notifiedEnrollmentSchema>;

/** Whose enrollments a key sees: its own, or with `all` everybody's that no test key made. */
export type KeyScope = { apiKeyId: number; all: boolean };

/** What a key sees, as a condition on `enrollments e`. */
export const whereVisibleToKey = ({ apiKeyId, all }: KeyScope) =>
  all ? Prisma.sql`true` : Prisma.sql`e.api_key_id = ${apiKeyId}`;

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

/** Enrollments as they have been told, the longest unchanged first, each with its id. */
export async function readNotifiedEnrollments(
  where: Prisma.Sql,
  limit: number,
): Promise<{ id: string; told: NotifiedEnrollment }[]> {
  const rows = await prisma().$queryRaw<Row[]>`
    select e.id, e.reference, e.state::text, e.told_version as version, e.school_year_id,
      told.speciality_id as assigned_speciality_id, told.syllabus_id as assigned_syllabus_id,
      (select a.answer_by::text from place_answers a where a.enrollment_id = e.id and a.answer is null) as answer_by,
      e.created_at, e.told_at as updated_at, e.test, mails.emails
    from enrollments e
    left join lateral (
      select d.speciality_id, d.syllabus_id from decisions d
      where d.enrollment_id = e.id and d.status = 'told'
      order by d.settled_at desc, d.decided_at desc limit 1
    ) told on true
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
  return rows.map(({ id, created_at, updated_at, ...told }) => ({
    id,
    told: {
      ...told,
      waiting_rank: ranks.get(id) ?? null,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    },
  }));
}
