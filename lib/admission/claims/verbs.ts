import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import {
  type Criterion,
  claimableSources,
  findActiveRound,
  incrementVersion,
  isClaimable,
  lockRound,
  type Round,
} from "@/lib/admission/round";
import { requiredTextSchema } from "@/lib/decisions/decision-error";
import { writeAuditEntry } from "@/lib/people/audit-log";
import { type Actor, hasPermission, requirePermission } from "@/lib/people/staff/permissions";
import { DomainError, parseActionInput, type VerbContext, verb } from "@/lib/people/verb";
import { createCache } from "@/lib/platform/cache";
import { prisma, type QueryRunner } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { columnId } from "@/lib/platform/schema";
import { getSchoolToday } from "@/lib/school/settings";
import { readPoints, sumPoints } from "./queries";

/** The round of a year in which families claim merits now; undefined where none asks, or its day is over. */
export async function findRoundTakingClaims(
  schoolYearId: number,
  db: Prisma.TransactionClient = prisma(),
): Promise<Round | undefined> {
  const round = await findActiveRound(schoolYearId, db);
  if (round?.state !== "open" || !round.criteria.some(isClaimable)) return undefined;
  return round.meritsBy && toDay(round.meritsBy) < (await getSchoolToday()) ? undefined : round;
}

/**
 * Writes what a family claims for an enrollment, in the transaction that sends it or changes it; what was claimed before
 * and is no longer named goes, what the office has checked stays as it said. Codes that the round lacks are left out.
 * @returns the codes that are claimed then; undefined where no round asks
 */
export async function saveClaims(
  tx: Prisma.TransactionClient,
  { id: enrollmentId, schoolYearId }: { id: string; schoolYearId: number },
  codes: string[],
): Promise<string[] | undefined> {
  const round = await findRoundTakingClaims(schoolYearId, tx);
  if (!round) return undefined;
  const claimable = round.criteria.filter(isClaimable);
  const wanted = claimable.filter(({ code }) => codes.includes(code));
  await tx.merit.deleteMany({
    where: {
      enrollmentId,
      state: { not: "refused" },
      criterionId: { in: claimable.filter((one) => !wanted.includes(one)).map(({ id }) => id) },
    },
  });
  await tx.merit.createMany({
    data: wanted.map(({ id: criterionId, source }) => ({
      enrollmentId,
      criterionId,
      // Who shares a number has nothing to prove.
      state: source === "shares" ? "checked" : "claimed",
    })),
    skipDuplicates: true,
  });
  return wanted.map(({ code }) => code);
}

/**
 * What the office says of a merit: that it holds, or not, or a mark. Until the freeze; and afterwards where an objection
 * is upheld: then the points of that entry alone are counted anew (admission 6).
 * @throws DomainError `reference: unknown`, `criterion_unknown`, `mark: invalid`, `round_state`
 */
export const checkClaim = verb(
  "merit_checked",
  "check_merits",
  z.object({
    reference: z.string(),
    criterion: z.string(),
    state: z.enum(["claimed", "checked", "refused"]),
    mark: z.number().int().min(0).max(1_000).nullable().default(null),
  }),
  async (doing, { reference, criterion: code, state, mark }) => {
    const { tx, now, audit } = doing;
    const enrollment = await tx.enrollment.findFirst({
      where: { reference },
      select: { id: true, schoolYearId: true },
    });
    if (!enrollment) throw new DomainError({ field: "reference", code: "unknown" });
    const round = await lockRoundMerits(doing, enrollment.schoolYearId);
    const criterion = round?.criteria.find((one) => one.code === code);
    if (!round || !criterion || criterion.source === "counted")
      throw new DomainError({ code: "criterion_unknown" });
    const isMark = criterion.source === "mark";
    if (isMark !== (mark !== null) || (mark ?? 0) > criterion.points)
      throw new DomainError({ field: "mark", code: "invalid" });
    const key = { enrollmentId: enrollment.id, criterionId: criterion.id };
    const before = await tx.merit.findFirst({ where: key, select: { state: true } });
    const data = { state, mark, checkedAt: state === "claimed" ? null : now };
    await tx.merit.upsert({
      where: { enrollmentId_criterionId: key },
      create: { ...key, ...data },
      update: data,
      select: { state: true },
    });
    if (round.state === "provisional") {
      await recountPoints(tx, round, enrollment.id);
      await incrementVersion(doing, round);
    }
    // Not which: what it tells of health or income stays with the merit, and goes with it.
    await audit({ kind: "enrollment", id: reference }, { merit: [before?.state, state] });
  },
);

type CriterionText = Pick<Criterion, "code" | "es" | "ca" | "en" | "points" | "source">;

/** What a round asks of whoever enrolls in its year: what families claim, and what the school says by itself. */
export type ClaimForm = { claims: CriterionText[]; counted: CriterionText[] };

type AskingRound = { schoolYearId: number; meritsBy: Date | null; criteria: CriterionText[] };

const NONE: AskingRound[] = [];

/** The school's open rounds that ask something; the same object until that changes. */
const allAsking = createCache("rounds that ask", "rounds", async (): Promise<AskingRound[]> => {
  const rounds = await prisma().round.findMany({
    where: { state: "open", criteria: { some: { source: { in: [...claimableSources] } } } },
    select: {
      schoolYearId: true,
      meritsBy: true,
      criteria: {
        orderBy: { position: "asc" },
        select: { code: true, es: true, ca: true, en: true, points: true, source: true },
      },
    },
  });
  return rounds.length === 0 ? NONE : rounds;
});

/** The same where a form is filled in now: a sandbox's rounds are over as soon as they begin (admission 9). */
export const listAskingRounds = async (): Promise<AskingRound[]> =>
  getCurrentSandbox().sandboxId === LIVE ? allAsking() : NONE;

/** What rounds ask on a day, by school year; nothing of one whose day is over (admission 2). */
export const getClaimForms = (rounds: AskingRound[], today: Day): Map<number, ClaimForm> =>
  new Map(
    rounds
      .filter(({ meritsBy }) => !meritsBy || toDay(meritsBy) >= today)
      .map(({ schoolYearId, criteria }) => [
        schoolYearId,
        { claims: criteria.filter(isClaimable), counted: criteria.filter((one) => !isClaimable(one)) },
      ]),
  );

/**
 * Writes what a family claims with its enrollments, in the transaction that makes them. A round that has closed its list
 * meanwhile, or that lacks a code, takes nothing of it (admission 2).
 */
export async function insertClaims(
  client: QueryRunner,
  claimed: { reference: string; codes: string[] }[],
  today: Day,
): Promise<void> {
  const rows = claimed.flatMap(({ reference, codes }) => codes.map((code) => ({ reference, code })));
  await client.query(
    `with asking as (
       select id, school_year_id from rounds
       where state = 'open' and (merits_by is null or merits_by >= $2)
       for share)
     insert into merits (enrollment_id, criterion_id, state)
     select e.id, c.id, case c.source when 'shares' then 'checked' else 'claimed' end
     from jsonb_to_recordset($1) as r(reference text, code text)
     join enrollments e on e.reference = r.reference
     join asking a on a.school_year_id = e.school_year_id
     join criteria c on c.round_id = a.id and c.code = r.code and c.source = any($3)
     on conflict do nothing`,
    [JSON.stringify(rows), today, claimableSources],
  );
}

/** Whether families may object now: the provisional list stands, and the day is not over. */
export async function canObject({
  state,
  objectionsBy,
}: Pick<Round, "state" | "objectionsBy">): Promise<boolean> {
  return state === "provisional" && (!objectionsBy || toDay(objectionsBy) >= (await getSchoolToday()));
}

type NewObjection = { enrollmentId: string; personId: string; reference: string; words: string };

/**
 * A family's words against the provisional list, in the caller's transaction, which has made sure whose they are.
 * @throws DomainError `objections_over`, `already_objected` while the one before has no answer
 */
export async function createObjection(
  tx: Prisma.TransactionClient,
  round: Pick<Round, "id" | "code" | "state" | "objectionsBy">,
  { enrollmentId, personId, reference, words }: NewObjection,
): Promise<void> {
  const { words: given } = parseActionInput(z.object({ words: requiredTextSchema }), { words });
  await tx.$queryRaw`select 1 from rounds where code = ${round.code} for share`; // no list is published meanwhile
  const now = await tx.round.findUnique({
    where: { id: round.id },
    select: { state: true, objectionsBy: true },
  });
  if (!now || !(await canObject(now))) throw new DomainError({ code: "objections_over" });
  const open = { roundId: round.id, enrollmentId, answeredAt: null };
  if ((await tx.objection.count({ where: open })) > 0) throw new DomainError({ code: "already_objected" });
  await tx.objection.create({
    data: { roundId: round.id, enrollmentId, personId, words: given },
    select: { id: true },
  });
  await writeAuditEntry(tx, {
    actor: { kind: "family", id: personId },
    action: "objected",
    object: { kind: "enrollment", id: reference },
  });
}

/** The objections of a round, those without an answer first. */
export async function listObjections(actor: Actor, roundId: number) {
  requirePermission(actor, "read");
  return prisma().objection.findMany({
    where: { roundId },
    orderBy: [{ answeredAt: { sort: "asc", nulls: "first" } }, { id: "asc" }],
    select: {
      id: true,
      words: true,
      createdAt: true,
      answer: true,
      upheld: true,
      answeredAt: true,
      enrollment: {
        select: {
          reference: true,
          student: { select: { name: true, surname: true } },
          merits: { select: { criterionId: true, state: true, mark: true } },
        },
      },
    },
  });
}

/**
 * The school's answer, which the family reads on its card. What is upheld changes merits (`checkClaim`) or places
 * (`moveEntry`); the allotment is run again with them.
 * @throws DomainError `objection_answered`
 */
export const answerObjection = verb(
  "objection_answered",
  "run_round",
  z.object({ code: z.string(), objection: columnId, upheld: z.boolean(), answer: requiredTextSchema }),
  async (doing, { code, objection, upheld, answer }) => {
    const round = await lockRound(doing, { code }, "provisional");
    const { tx, actor, now, audit } = doing;
    const found = await tx.objection.findFirst({
      where: { id: objection, roundId: round.id },
      select: { answeredAt: true, enrollment: { select: { reference: true } } },
    });
    if (!found || found.answeredAt) throw new DomainError({ code: "objection_answered" });
    await tx.objection.update({
      where: { id: objection },
      data: { answer, upheld, answeredAt: now, memberId: "id" in actor ? actor.id : null },
      select: { id: true },
    });
    await incrementVersion(doing, round);
    await audit({ kind: "enrollment", id: found.enrollment.reference }, { upheld: [null, String(upheld)] });
  },
);

/** Holds the year's round, so that it is not frozen meanwhile. */
async function lockRoundMerits({ tx, actor }: VerbContext, schoolYearId: number): Promise<Round | null> {
  await tx.$queryRaw`
    select 1 from rounds where school_year_id = ${schoolYearId} and state not in ('draft', 'closed') for share`;
  const round = await findActiveRound(schoolYearId, tx);
  const state = round?.state ?? "open";
  if (state === "open" || (state === "provisional" && hasPermission(actor, "run_round"))) return round;
  throw new DomainError({ code: "round_state", values: { state } });
}

async function recountPoints(
  tx: Prisma.TransactionClient,
  { id: roundId, criteria }: Round,
  enrollmentId: string,
) {
  const merits = (await readPoints(tx, criteria, [enrollmentId])).get(enrollmentId) ?? [];
  await tx.roundEntry.updateMany({
    where: { roundId, enrollmentId },
    data: { merits, points: sumPoints(merits) },
  });
}
