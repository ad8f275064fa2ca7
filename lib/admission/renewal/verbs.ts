import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { getCatalogueSnapshot, listEnrollableYears } from "@/lib/catalogue/queries";
import { getNotificationTime } from "@/lib/decisions/notifications/preview";
import { assertTypedCount } from "@/lib/decisions/notifications/verbs";
import { lockEnrollmentStatus } from "@/lib/decisions/status";
import { createDecisionContext } from "@/lib/decisions/verbs";
import { recordDecision } from "@/lib/decisions/writes";
import { getEnrollmentWindow } from "@/lib/enrollment/rules";
import { WAITING_ORDER } from "@/lib/enrollment/sql";
import { DomainError, verb } from "@/lib/people/verb";
import { addDays, type Day, isDay, startOfDay, toDate } from "@/lib/platform/dates";
import { columnId, typedId } from "@/lib/platform/schema";
import { getSchoolToday, getSettings } from "@/lib/school/settings";
import { isInvited, listRenewalCandidates, NEEDS_DESK } from "./queries";

/**
 * Opens a year's renewal until a day (admission 14): invitations are sent after a quarter of an hour, and then the
 * families' pages ask too. After the invitations it only changes the day.
 * `confirmation` is the number of students that the page displayed, and the typed number above fifty.
 * @throws DomainError as `assertDayInWindow`; `count_wrong`, `renewal_changed` when the candidates have changed
 */
export const openRenewal = verb(
  "renewal_opened",
  "run_round",
  z.object({
    year: columnId,
    answerBy: z.iso.date("invalid"),
    confirmation: z.object({ count: z.number(), typed: z.string() }).optional(),
  }),
  async ({ tx, audit, now }, { year: id, answerBy, confirmation }) => {
    await assertDayInWindow(id, answerBy);
    const [current] = await tx.$queryRaw<{ answerBy: Day; isSent: boolean }[]>`
      select answer_by::text as "answerBy", asked_at is not null as "isSent" from renewals
      where school_year_id = ${id} for update`;
    const isSent = current?.isSent ?? false;
    if (!isSent) await assertSameCandidates(tx, id, confirmation);
    const { time_zone } = await getSettings();
    const endsAt = startOfDay(addDays(answerBy, 1), time_zone);
    const change = {
      answerBy: toDate(answerBy),
      endsAt,
      ...(!isSent && { mailAt: getNotificationTime(undefined, now) }),
    };
    await tx.renewal.upsert({
      where: { schoolYearId: id },
      create: { schoolYearId: id, createdAt: now, ...change },
      update: change,
      select: { schoolYearId: true },
    });
    await audit(
      { kind: "school_year", id },
      { answer_by: [current?.answerBy, answerBy], asked: [null, isSent ? null : confirmation?.count] },
    );
  },
);

/** Cancels a renewal before its invitations. @throws DomainError `renewal_asked` when there is none to cancel */
export const stopRenewal = verb(
  "renewal_stopped",
  "run_round",
  z.object({ year: typedId }),
  async ({ tx, audit }, { year: id }) => {
    const [stopped] = await tx.$queryRaw<{ answerBy: Day }[]>`
      delete from renewals where school_year_id = ${id} and asked_at is null returning answer_by::text as "answerBy"`;
    if (!stopped) throw new DomainError({ code: "renewal_asked" });
    await audit({ kind: "school_year", id }, { answer_by: [stopped.answerBy, null] });
  },
);

/**
 * A renewal may be over before the year's public form opens: until then it takes requests from those alone whom the
 * renewal asks (admission 14).
 * @throws DomainError `answerBy.invalid` for a day that is over or after the last one on which the year takes requests,
 *   `renewal_closed` once that is over, and for a year that takes none yet
 */
export async function assertDayInWindow(id: number, answerBy: Day): Promise<void> {
  const [{ schoolYears }, today] = await Promise.all([getCatalogueSnapshot(), getSchoolToday()]);
  const year = listEnrollableYears(schoolYears, today).find((candidate) => candidate.id === id);
  if (!year || getEnrollmentWindow(year, today) === "over") throw new DomainError({ code: "renewal_closed" });
  if (!isDay(answerBy) || answerBy < today || (year.end_enrollment && answerBy > year.end_enrollment))
    throw new DomainError({ field: "answerBy", code: "invalid" });
}

/**
 * Assigns renewing students their chosen places, unannounced, in the transaction of their answer; a student whose
 * place is full, or who needs the desk, stays pending (admission 14).
 * @param students processed in the waiting order
 * @param personId the person who answered
 */
export async function assignRenewalPlaces(
  tx: Prisma.TransactionClient,
  schoolYearId: number,
  students: string[],
  personId: string,
  now: Date,
): Promise<void> {
  // Locks all limits, to serialise families that want the same places.
  await tx.$queryRaw`select 1 from places where school_year_id = ${schoolYearId} order by id for update`;
  const renewing = await tx.$queryRaw<{ id: string }[]>`
    select e.id from enrollments e join people s on s.id = e.student_id
    where e.school_year_id = ${schoolYearId} and e.student_id = any(${students}::uuid[])
      and e.decided_state = 'pending' and not ${NEEDS_DESK}
    order by ${WAITING_ORDER}`;
  for (const { id } of renewing) await assignFirstChoice(tx, id, personId, now);
}

type Confirmation = { count: number; typed: string } | undefined;

async function assertSameCandidates(
  tx: Prisma.TransactionClient,
  year: number,
  confirmation: Confirmation,
): Promise<void> {
  if (confirmation) assertTypedCount(confirmation.count, confirmation.typed);
  const found = (await listRenewalCandidates(year, tx)).filter(isInvited).length;
  if (found !== confirmation?.count) throw new DomainError({ code: "renewal_changed", values: { found } });
}

async function assignFirstChoice(tx: Prisma.TransactionClient, id: string, personId: string, now: Date) {
  const enrollment = await lockEnrollmentStatus(tx, { id });
  const { listChoices, getBlockers } = createDecisionContext(tx, enrollment);
  const [place] = await listChoices();
  if (!place || (await getBlockers(place))(place).length > 0) return;
  await recordDecision(tx, {
    id: randomUUID(),
    enrollment: enrollment,
    transition: { to: "accepted" },
    place,
    reason: null,
    words: null,
    internalReason: null,
    exceptions: [],
    actor: { kind: "family", id: personId },
    now,
    withList: true,
    tellAt: null,
  });
}
