import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import type { RoundState } from "@/generated/prisma/enums";
import { type AuditAction, findLastChange } from "@/lib/people/audit-log";
import { ConflictError, DomainError, type VerbContext, versionSchema } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { scaleTimeout } from "@/lib/platform/env";
import type { DrawResult, PointsFormat } from "./draw-order";

export const roundColumns = {
  id: true,
  schoolYearId: true,
  code: true,
  name: true,
  state: true,
  method: true,
  publishedPoints: true,
  meritsBy: true,
  drawOn: true,
  objectionsBy: true,
  answerBy: true,
  listedUntil: true,
  hash: true,
  frozenAt: true,
  provisionalAt: true,
  finalPublicAt: true,
  version: true,
  sandboxId: true,
  schoolYear: { select: { year: true, startSchoolYear: true, endSchoolYear: true } },
  draws: { orderBy: { id: "asc" } },
  criteria: { orderBy: { position: "asc" } },
} satisfies Prisma.RoundSelect;

export type Round = Prisma.RoundGetPayload<{ select: typeof roundColumns }>;

export type Criterion = Round["criteria"][number];

/** The sources of criteria that a family can claim. */
export const claimableSources: readonly string[] = ["claimed", "shares"];
export const isClaimable = ({ source }: Pick<Criterion, "source">): boolean =>
  claimableSources.includes(source);

export const isPublicState = (state: RoundState): boolean => state !== "draft" && state !== "open";

/** Whether a public state has the final list. */
export const isFinalState = (state: RoundState): boolean => state === "final" || state === "closed";

/**
 * The public state of a round: a final list stays provisional until its first decision is announced (admission 6;
 * prisma/sql/functions/publish_final_list.sql).
 */
export const getPublicState = ({
  state,
  finalPublicAt,
}: Pick<Round, "state" | "finalPublicAt">): RoundState =>
  state === "final" && !finalPublicAt ? "provisional" : state;

/** @returns null for an unknown code */
export const findRound = (code: string, db: Prisma.TransactionClient = prisma()): Promise<Round | null> =>
  db.round.findFirst({ where: { code }, select: roundColumns });

export const findActiveRound = (
  schoolYearId: number,
  db: Prisma.TransactionClient = prisma(),
): Promise<Round | null> =>
  db.round.findFirst({
    where: { schoolYearId, state: { notIn: ["draft", "closed"] } },
    select: roundColumns,
  });

export const listYearRounds = (schoolYearId: number): Promise<Round[]> =>
  prisma().round.findMany({ where: { schoolYearId }, orderBy: { id: "desc" }, select: roundColumns });

/** The timeout of steps that write all entries in one transaction. */
export const LONG_TRANSACTION = { timeout: scaleTimeout(30_000) };

/** A step of a round, with the version that the page displayed. */
export const roundVersionSchema = z.object({ code: z.string(), version: versionSchema });

/**
 * Locks a round for a step that is allowed in some states.
 * @throws ConflictError `round_changed` or the given code, after a concurrent change
 * @throws DomainError `round_unknown`; `round_state` in another state
 */
export async function lockRound(
  { tx }: Pick<VerbContext, "tx">,
  { code, version, conflict }: { code: string; version?: number | undefined; conflict?: string },
  ...states: RoundState[]
): Promise<Round> {
  await tx.$queryRaw`select 1 from rounds where code = ${code} for update`;
  const round = await findRound(code, tx);
  if (!round) throw new DomainError({ code: "round_unknown" });
  if (version !== undefined && version !== round.version) throw await createConflict(tx, round, conflict);
  if (!states.includes(round.state))
    throw new DomainError({ code: "round_state", values: { state: round.state } });
  return round;
}

/** Changes of a round whose entries in the audit log are those of an enrollment. */
const entryChanges: AuditAction[] = [
  "merit_checked",
  "objection_answered",
  "round_moved",
  "round_move_undone",
];

/** The last change of a round, of its steps or of one of its entries. */
async function createConflict(
  tx: VerbContext["tx"],
  { id, code, version }: Round,
  conflict = "round_changed",
): Promise<ConflictError> {
  const where = { roundEntries: { some: { roundId: id } } };
  const entries = await tx.enrollment.findMany({ where, select: { reference: true } });
  const references = entries.map(({ reference }) => reference);
  const by = await findLastChange(
    {
      OR: [
        { objectKind: "round", objectId: code },
        { objectKind: "enrollment", objectId: { in: references }, action: { in: entryChanges } },
      ],
    },
    tx,
  );
  return new ConflictError("version", String(version), by, {}, conflict);
}

type RoundStep = {
  change?: Omit<Prisma.RoundUpdateInput, "state" | "version">;
  reason?: string | null;
  /** A correction's changes for the round's page, and their values for the audit log. */
  changes?: Prisma.InputJsonValue;
  values?: Parameters<VerbContext["audit"]>[1];
};

/** Changes a round's state, and logs it on its page and in the audit log. */
export async function setRoundState(
  context: VerbContext,
  round: Round,
  to: RoundState,
  { change = {}, reason = null, changes, values }: RoundStep = {},
): Promise<void> {
  const { tx, actor, audit } = context;
  const { id: roundId, code, state: fromState } = round;
  const memberId = "id" in actor ? actor.id : null;
  await updateRound(context, round, { ...change, state: to });
  const data = { roundId, fromState, toState: to, reason, memberId, ...(changes && { changes }) };
  await tx.roundStep.create({ data, select: { id: true } });
  await audit({ kind: "round", id: code }, { state: [fromState, to], reason: [null, reason], ...values });
}

/** With a new version, so that older pages conflict. */
export const updateRound = (
  { tx }: Pick<VerbContext, "tx">,
  { id }: Pick<Round, "id">,
  data: Prisma.RoundUpdateInput = {},
) => tx.round.update({ where: { id }, data: { ...data, version: { increment: 1 } }, select: { id: true } });

/** The valid draw; undefined until both entries agree. */
export function getDrawResult(round: Round): DrawResult | undefined {
  const draw = round.draws.find(({ voidedAt, confirmedAt }) => confirmedAt && !voidedAt);
  return draw && createDrawResult(round, draw.number);
}

export const createDrawResult = ({ code, method, publishedPoints }: Round, number: string): DrawResult => ({
  code,
  number,
  method: method as DrawResult["method"],
  publishedPoints: publishedPoints as PointsFormat,
});
