import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { type ActionContext, ActionError, defineAction } from "@/lib/people/verb";
import { type DrawMethod, type DrawResult, getDrawNumber } from "./order";
import { incrementVersion, lockRound, LONG_TRANSACTION, type Round, roundVersionSchema, setRoundState } from "./round";

/** Digits as they were drawn, also in groups; letters are refused: they favour those whose name begins so (admission 4). */
const number = z
  .string()
  .transform((typed) => typed.replace(/[\s.]/g, ""))
  .pipe(z.string().min(1, "required").max(12, "too_long").regex(/^\d+$/, "digits_only"));

/** What typing a number came to: the first of two, both the same, or not: then both type anew. */
export type DrawEntryResult = "first" | "drawn" | "differ";

/**
 * The public number of the draw: typed by one, then blind by a second; a command and a sandbox count as both. Once both
 * agree it is public at once, and everybody has a number (admission 4).
 * @throws Refused `second_person` where the same member types both
 */
export const enterDrawNumber = defineAction(
  "draw_typed",
  "type_draw",
  roundVersionSchema.extend({ number }),
  async (doing, { number, ...shown }): Promise<DrawEntryResult> => {
    const round = await lockRound(doing, shown, "frozen");
    const { tx, actor } = doing;
    const first = round.draws.find(({ voidedAt }) => !voidedAt);
    const member = "id" in actor ? actor.id : null;
    if (!first) {
      const draw = await tx.draw.create({ data: { roundId: round.id, number, typedBy: member } });
      if (actor.kind !== "staff") return confirmDraw(doing, round, draw);
      await incrementVersion(doing, round);
      return "first";
    }
    if (member !== null && first.typedBy === member) throw new ActionError({ code: "second_person" });
    if (first.number === number) return confirmDraw(doing, round, first);
    await tx.draw.delete({ where: { id: first.id }, select: { id: true } });
    await incrementVersion(doing, round);
    return "differ";
  },
  LONG_TRANSACTION,
);

async function confirmDraw(
  doing: ActionContext,
  round: Round,
  { id, number }: { id: number; number: string },
): Promise<DrawEntryResult> {
  const { tx, actor, now, audit } = doing;
  await tx.draw.update({
    where: { id },
    data: { confirmedAt: now, confirmedBy: "id" in actor ? actor.id : null },
    select: { id: true },
  });
  await assignDrawNumbers(tx, round, { code: round.code, number, method: round.method as DrawMethod });
  await setRoundState(doing, round, "drawn");
  await audit({ kind: "round", id: round.code }, { number: [null, number] });
  return "drawn";
}

/** Everybody's number, which follows from the list and the number drawn. */
async function assignDrawNumbers(
  tx: Prisma.TransactionClient,
  { id }: Pick<Round, "id">,
  drawn: DrawResult,
): Promise<void> {
  const lines = await tx.$queryRaw<{ position: number; reference: string }[]>`
    select r.position, e.reference from round_entries r join enrollments e on e.id = r.enrollment_id
    where r.round_id = ${id}`;
  const numbers = await Promise.all(
    lines.map(async (line) => ({
      position: line.position,
      drawn: await getDrawNumber(line, lines.length, drawn),
    })),
  );
  await tx.$executeRaw`
    update round_entries e set drawn = n.drawn
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as n(position int, drawn text)
    where e.round_id = ${id} and e.position = n.position`;
}

const reason = z.string().trim().min(1, "required").max(500, "too_long");

/** Makes a draw void, or takes a typed number away: it stays public with its order and why; the round is frozen again. */
export const voidDraw = defineAction(
  "draw_voided",
  "run_round",
  roundVersionSchema.extend({ reason }),
  async (doing, { reason, ...shown }) => {
    const round = await lockRound(doing, shown, "drawn");
    const { tx, actor, now } = doing;
    await tx.draw.updateMany({
      where: { roundId: round.id, voidedAt: null },
      data: { voidedAt: now, voidedBy: "id" in actor ? actor.id : null, voidReason: reason },
    });
    await tx.roundEntry.updateMany({ where: { roundId: round.id }, data: { drawn: null } });
    await setRoundState(doing, round, "frozen", { reason });
  },
);
