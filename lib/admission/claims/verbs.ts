import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import {
  claimableSources,
  findActiveRound,
  isClaimable,
  lockRound,
  type Round,
  updateRound,
} from "@/lib/admission/round";
import { requiredTextSchema } from "@/lib/decisions/decision-error";
import { findLastChange } from "@/lib/people/audit-log";
import { hasPermission } from "@/lib/people/staff/permissions";
import { ConflictError, DomainError, type VerbContext, verb } from "@/lib/people/verb";
import type { QueryRunner } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { typedId } from "@/lib/platform/schema";
import { claimColumns, findRoundTakingClaims, getClaimVersion, readPoints } from "./queries";

/**
 * Saves a family's claims for an enrollment in the caller's transaction. Deletes earlier claims that are missing,
 * keeps refused ones, ignores unknown codes.
 * @returns the claimed codes; undefined when no round accepts claims
 */
export async function saveClaims(
  tx: Prisma.TransactionClient,
  { id: enrollmentId, schoolYearId }: { id: string; schoolYearId: number },
  codes: string[],
): Promise<string[] | undefined> {
  const round = await findRoundTakingClaims(schoolYearId, tx);
  if (!round) return undefined;
  const claimable = round.criteria.filter(isClaimable);
  const claimed = claimable.filter(({ code }) => codes.includes(code));
  await tx.merit.deleteMany({
    where: {
      enrollmentId,
      state: { not: "refused" },
      criterionId: { in: claimable.filter((criterion) => !claimed.includes(criterion)).map(({ id }) => id) },
    },
  });
  await tx.merit.createMany({
    data: claimed.map(({ id: criterionId, source }) => ({
      enrollmentId,
      criterionId,
      // Sharing a number needs no proof.
      state: source === "shares" ? "checked" : "claimed",
    })),
    skipDuplicates: true,
  });
  return claimed.map(({ code }) => code);
}

const scoreSchema = z.union([
  z.number().int().min(0).max(1_000),
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number),
]);

/**
 * Checks a claim: accepts it, refuses it, or gives a score. Possible until the freeze, and after an upheld objection,
 * which recalculates the points of that entry only (admission 6).
 * @throws ConflictError when the claim differs from `was`
 * @throws DomainError `reference: unknown`, `criterion_unknown`, `mark: invalid`, `round_state`
 */
export const checkClaim = verb(
  "merit_checked",
  "check_merits",
  z.object({
    reference: z.string().transform((text) => text.replace(/\s/g, "").toUpperCase()),
    criterion: z.string(),
    state: z.enum(["claimed", "checked", "refused"]),
    mark: scoreSchema.nullable().default(null),
    /** The version that the page displayed. */
    was: z.string().optional(),
  }),
  async (context, { reference, criterion: code, state, mark, was }) => {
    const { tx, now, audit } = context;
    const enrollment = await tx.enrollment.findFirst({
      where: { reference },
      select: { id: true, schoolYearId: true },
    });
    if (!enrollment) throw new DomainError({ field: "reference", code: "unknown" });
    const round = await lockRoundForClaims(context, enrollment.schoolYearId);
    const criterion = round?.criteria.find((candidate) => candidate.code === code);
    if (!round || !criterion || criterion.source === "counted")
      throw new DomainError({ code: "criterion_unknown" });
    const isScore = criterion.source === "mark";
    if (isScore !== (mark !== null) || (mark ?? 0) > criterion.points)
      throw new DomainError({ field: "mark", code: "invalid" });
    const key = { enrollmentId: enrollment.id, criterionId: criterion.id };
    const current = await tx.merit.findFirst({ where: key, select: claimColumns });
    if (was !== undefined && was !== getClaimVersion(current)) throw await createConflict(tx, reference, key);
    const data = { state, mark, checkedAt: state === "claimed" ? null : now };
    // Writes nothing if another check or the family was faster since `current`.
    const { count } = current
      ? await tx.merit.updateMany({ where: { ...key, ...current }, data })
      : await tx.merit.createMany({ data: { ...key, ...data }, skipDuplicates: true });
    if (count === 0) throw await createConflict(tx, reference, key);
    if (round.state === "provisional") {
      await recountPoints(tx, round, enrollment.id);
      await updateRound(context, round);
    }
    // The audit log does not name the criterion, which may reveal health or income.
    await audit({ kind: "enrollment", id: reference }, { merit: [current?.state, state] });
  },
);

/** The claim as it is now, and who checked it: the entry in the audit log names no criterion, but the time. */
async function createConflict(
  tx: Prisma.TransactionClient,
  reference: string,
  key: { enrollmentId: string; criterionId: number },
) {
  const claim = await tx.merit.findFirst({ where: key, select: claimColumns });
  const object = { objectKind: "enrollment", objectId: reference };
  const by =
    claim?.checkedAt && (await findLastChange({ ...object, action: "merit_checked" }, tx, claim.checkedAt));
  const values = { state: claim?.state ?? "none", mark: claim?.mark ?? "none" };
  return new ConflictError("claim", getClaimVersion(claim), by ?? undefined, values, "claim_overtaken");
}

/** Inserts the claims of new enrollments in their transaction. Ignores closed lists and unknown codes (admission 2). */
export async function insertClaims(
  client: QueryRunner,
  claims: { reference: string; codes: string[] }[],
  today: Day,
): Promise<void> {
  const rows = claims.flatMap(({ reference, codes }) => codes.map((code) => ({ reference, code })));
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

/**
 * Answers an objection; the family's page shows the answer. Upholding it changes nothing by itself: use `checkClaim`
 * or `moveEntry`.
 * @throws DomainError `objection_answered`
 */
export const answerObjection = verb(
  "objection_answered",
  "run_round",
  z.object({
    code: z.string(),
    objection: typedId,
    upheld: z.union([z.boolean(), z.enum(["yes", "no"]).transform((upheld) => upheld === "yes")], "required"),
    answer: requiredTextSchema,
  }),
  async (context, { code, objection, upheld, answer }) => {
    const round = await lockRound(context, { code }, "provisional");
    const { tx, actor, now, audit } = context;
    const current = await tx.objection.findFirst({
      where: { id: objection, roundId: round.id },
      select: { answeredAt: true, enrollment: { select: { reference: true } } },
    });
    if (!current || current.answeredAt) throw new DomainError({ code: "objection_answered" });
    await tx.objection.update({
      where: { id: objection },
      data: { answer, upheld, answeredAt: now, memberId: "id" in actor ? actor.id : null },
      select: { id: true },
    });
    await updateRound(context, round);
    await audit({ kind: "enrollment", id: current.enrollment.reference }, { upheld: [null, String(upheld)] });
  },
);

/** Locks the year's round, so that it is not frozen meanwhile. */
async function lockRoundForClaims({ tx, actor }: VerbContext, schoolYearId: number): Promise<Round | null> {
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
  const data = (await readPoints(tx, criteria, [enrollmentId])).get(enrollmentId) ?? {};
  await tx.roundEntry.updateMany({ where: { roundId, enrollmentId }, data });
}
