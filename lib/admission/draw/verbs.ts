import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import {
  type DrawResult,
  formatListFile,
  getDrawNumber,
  type PointsFormat,
  publishPoints,
  sha256,
} from "@/lib/admission/draw-order";
import {
  createDrawResult,
  LONG_TRANSACTION,
  lockRound,
  type Round,
  roundVersionSchema,
  setRoundState,
  updateRound,
} from "@/lib/admission/round";
import { POSSIBLE_DUPLICATES } from "@/lib/decisions/duplicates";
import { createPreviewTable } from "@/lib/decisions/notifications/preview";
import { NO_PLACE } from "@/lib/decisions/place";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { readMemberNames } from "@/lib/people/staff/queries";
import { DomainError, type VerbContext, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { toLocalDay, toLocalTime } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";
import { readFreezeEntries, readParticipants, readRoundLimits } from "./queries";

type FreezeEntry = Awaited<ReturnType<typeof readFreezeEntries>>[number];

/** The participants, and problems to solve before a freeze; only unannounced decisions prevent it. */
export async function previewFreeze(actor: Actor, round: Round) {
  requirePermission(actor, "read");
  const [participants, unnotified, pendingClaims, duplicates] = await Promise.all([
    readParticipants(prisma(), round, await readRoundLimits(prisma(), round)),
    countUnnotified(prisma(), round),
    prisma().merit.count({
      where: { state: "claimed", criterion: { roundId: round.id, source: "claimed" } },
    }),
    countDuplicates(round),
  ]);
  /** `duplicates`: possible ones in the year, which would take part in the draw twice. */
  return { ...participants, unnotified, pendingClaims, duplicates };
}

/** Previews the frozen list: all entries with points and first choice (admission 3). */
export async function previewFrozenList(actor: Actor, round: Round, after: number) {
  requirePermission(actor, "run_round");
  const entries = await readFreezeEntries(prisma(), round, await readRoundLimits(prisma(), round));
  const rows = entries.map(({ reference, studentId, points, choices: [first = NO_PLACE] }) => ({
    reference,
    studentId,
    schoolYearId: round.schoolYearId,
    points,
    ...first,
  }));
  const table = await createPreviewTable(rows, { after, isMailed: () => false });
  return { count: rows.length, table, unnotified: await countUnnotified(prisma(), round) };
}

const countUnnotified = (tx: Prisma.TransactionClient, { schoolYearId }: Pick<Round, "schoolYearId">) =>
  tx.decision.count({ where: { schoolYearId, status: "untold" } });

/**
 * Freezes a round's list: stores each entry with its points and choices, and the hash of the published bytes, before
 * the draw (admission 3).
 * @throws DomainError `untold_first`
 */
export const freezeRound = verb(
  "round_frozen",
  "run_round",
  roundVersionSchema,
  async (context, input) => {
    const round = await lockRound(context, input, "open");
    const { tx, now } = context;
    const unnotified = await countUnnotified(tx, round);
    if (unnotified > 0) throw new DomainError({ code: "untold_first", values: { count: unnotified } });
    await freezeInTransaction(
      tx,
      round,
      await readRoundLimits(tx, round),
      (change) => setRoundState(context, round, "frozen", { change }),
      now,
    );
  },
  LONG_TRANSACTION,
);

type FrozenChange = { list: string; hash: string; frozenAt: Date };

/** Freezes with the given limits, in the caller's transaction; `setFrozen` changes the round's state. */
export async function freezeInTransaction(
  tx: Prisma.TransactionClient,
  round: Round,
  limits: Awaited<ReturnType<typeof readRoundLimits>>,
  setFrozen: (change: FrozenChange) => Promise<void>,
  now: Date,
): Promise<void> {
  // Changes of choices lock the enrollment's row, so none happens meanwhile.
  await tx.$queryRaw`
    select count(*) from (
      select 1 from enrollments where school_year_id = ${round.schoolYearId} and decided_state in ('pending', 'waiting')
      order by reference for no key update) held`;
  const entries = await readFreezeEntries(tx, round, limits);
  const format = round.publishedPoints as PointsFormat;
  const list = formatListFile(toFrozenRows(entries, format), format);
  await writeEntries(tx, round, entries);
  await tx.roundPlace.createMany({
    data: limits.map(({ specialityId, syllabusId, places, given }) => ({
      roundId: round.id,
      specialityId,
      syllabusId,
      places,
      given,
    })),
  });
  await setFrozen({ list, hash: await sha256(list), frozenAt: now });
}

/** Drawn digits, also in groups. Letters are invalid: a draw of letters favours names (admission 4). */
const drawNumberSchema = z
  .string()
  .transform((text) => text.replace(/[\s.]/g, ""))
  .pipe(z.string().min(1, "required").max(12, "too_long").regex(/^\d+$/, "digits_only"));

/** "first" of two entries, "drawn" when both agree, "differ" when they do not and both must be typed again. */
type DrawEntryResult = "first" | "drawn" | "differ";

/**
 * Enters the public number of the draw: two members type it independently; a command and a sandbox need one entry.
 * When both agree it is published, and every entry gets its number (admission 4). The audit log shows the typed
 * numbers only after the draw, so that the second person cannot read the first.
 * @throws DomainError `second_person` when the same member types both
 */
export const enterDrawNumber = verb(
  "draw_typed",
  "type_draw",
  roundVersionSchema.extend({ number: drawNumberSchema }),
  async (context, { number, ...input }): Promise<DrawEntryResult> => {
    const round = await lockRound(context, input, "frozen");
    const { tx, actor, now, audit } = context;
    const first = round.draws.find(({ voidedAt }) => !voidedAt);
    const memberId = "id" in actor ? actor.id : null;
    if (!first) {
      const draw = await tx.draw.create({ data: { roundId: round.id, number, typedBy: memberId } });
      if (actor.kind !== "staff") return confirmDraw(context, round, draw);
      await updateRound(context, round);
      await audit({ kind: "round", id: round.code });
      return "first";
    }
    if (memberId !== null && first.typedBy === memberId) throw new DomainError({ code: "second_person" });
    if (first.number === number) return confirmDraw(context, round, first);
    await tx.draw.update({
      where: { id: first.id },
      data: { otherNumber: number, voidedBy: memberId, voidedAt: now },
      select: { id: true },
    });
    await updateRound(context, round);
    await audit({ kind: "round", id: round.code }, {}, "draw_differed");
    return "differ";
  },
  LONG_TRANSACTION,
);

const reasonSchema = z.string().trim().min(1, "required").max(500, "too_long");

/** Voids a draw and freezes the round again; the draw stays public with its order and the reason. */
export const voidDraw = verb(
  "draw_voided",
  "run_round",
  roundVersionSchema.extend({ reason: reasonSchema }),
  async (context, { reason, ...input }) => {
    const round = await lockRound(context, input, "drawn");
    const { tx, actor, now } = context;
    await tx.draw.updateMany({
      where: { roundId: round.id, voidedAt: null },
      data: { voidedAt: now, voidedBy: "id" in actor ? actor.id : null, voidReason: reason },
    });
    await tx.roundEntry.updateMany({ where: { roundId: round.id }, data: { drawn: null } });
    await setRoundState(context, round, "frozen", { reason });
  },
);

async function countDuplicates({ schoolYearId }: Pick<Round, "schoolYearId">): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from enrollments e
    where e.school_year_id = ${schoolYearId} and e.id in ${POSSIBLE_DUPLICATES}`;
  return row?.count ?? 0;
}

/** One JSON parameter, because thousands of single parameters are slow. */
async function writeEntries(
  tx: Prisma.TransactionClient,
  { id }: Pick<Round, "id">,
  entries: FreezeEntry[],
): Promise<void> {
  const rows = entries.map(({ choices, ...entry }, index) => ({
    ...entry,
    position: index + 1,
    wishes: choices.map(({ specialityId, syllabusId }) => [specialityId, syllabusId]),
  }));
  await tx.$executeRaw`
    insert into round_entries (round_id, enrollment_id, position, points, merits, wishes, shares)
    select ${id}, r."enrollmentId", r.position, r.points, r.merits, r.wishes, r.shares
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r("enrollmentId" uuid, position int, points int, merits jsonb, wishes jsonb, shares text)`;
}

async function confirmDraw(
  context: VerbContext,
  round: Round,
  { id, number }: { id: number; number: string },
): Promise<DrawEntryResult> {
  const { tx, actor, now, audit } = context;
  await tx.draw.update({
    where: { id },
    data: { confirmedAt: now, confirmedBy: "id" in actor ? actor.id : null },
    select: { id: true },
  });
  await assignDrawNumbers(tx, round, createDrawResult(round, number));
  await setRoundState(context, round, "drawn");
  await audit({ kind: "round", id: round.code }, { number: [null, number] });
  await auditRejectedNumbers(context, round, id);
  return "drawn";
}

/** Writes the numbers of the failed attempts since the last draw into the audit log, with member and time. */
export async function auditRejectedNumbers(
  { tx, audit }: VerbContext,
  { code, draws }: Round,
  drawnId?: number,
): Promise<void> {
  const { time_zone: timeZone } = await getSettings();
  const names = await readMemberNames(
    draws.flatMap(({ typedBy, voidedBy }) => [typedBy, voidedBy]),
    tx,
  );
  const format = (number: string | null, memberId: string | null, at: Date | null) => {
    const time = at && `${toLocalDay(timeZone, at)} ${toLocalTime(timeZone, at)}`;
    return number && [number, names.get(memberId), time].filter(Boolean).join(", ");
  };
  const last = draws.findLastIndex(({ confirmedAt }) => confirmedAt);
  for (const { number, otherNumber, ...draw } of draws.slice(last + 1).filter(({ id }) => id !== drawnId)) {
    await audit(
      { kind: "round", id: code },
      {
        first_number: [null, format(number, draw.typedBy, draw.typedAt)],
        second_number: [null, format(otherNumber, draw.voidedBy, draw.voidedAt)],
      },
      "draw_numbers_rejected",
    );
  }
}

async function assignDrawNumbers(
  tx: Prisma.TransactionClient,
  { id }: Pick<Round, "id">,
  draw: DrawResult,
): Promise<void> {
  const rows = await tx.$queryRaw<{ position: number; reference: string }[]>`
    select r.position, e.reference from round_entries r join enrollments e on e.id = r.enrollment_id
    where r.round_id = ${id}`;
  const numbers = await Promise.all(
    rows.map(async (row) => ({
      position: row.position,
      drawn: await getDrawNumber(row, rows.length, draw),
    })),
  );
  await tx.$executeRaw`
    update round_entries e set drawn = n.drawn
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as n(position int, drawn text)
    where e.round_id = ${id} and e.position = n.position`;
}

const toFrozenRows = (entries: FreezeEntry[], format: PointsFormat) =>
  publishPoints(
    entries.map(({ reference, points, shares }, index) => ({
      position: index + 1,
      reference,
      total: points,
      shares,
    })),
    format,
  );
