import { isSamePlace } from "@/lib/decisions/places/limits";
import type { Actor } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { type Board, type BoardLine, readBoard } from "./board";
import { hasPlace, type PublishedLine, storedList } from "./published";
import type { Round } from "./round";

/**
 * What a final round has given, as it is written: worked out anew, those whom it has placed would count among the places
 * that were given before it.
 */
export async function readFinalBoard(actor: Actor, round: Round): Promise<Board> {
  const { id } = round;
  const board = await readBoard(actor, round);
  const { final, places } = await prisma().round.findUniqueOrThrow({
    where: { id },
    select: { final: true, places: true },
  });
  const written = new Map(storedList(final)?.lines.map((line) => [line.reference, line]));
  return {
    ...board,
    lines: board.lines.flatMap((line) => asWritten(line, written.get(line.reference))),
    limits: board.limits.map((limit) => {
      const given = places.find((one) => !one.leftOut && isSamePlace(one, limit))?.given ?? limit.given;
      return { ...limit, given, free: limit.places - given };
    }),
  };
}

function asWritten(line: BoardLine, written: PublishedLine | undefined): BoardLine[] {
  if (!written) return [];
  const { specialityId, syllabusId, rank, gone } = written;
  const place = hasPlace(written) ? { specialityId, syllabusId } : null;
  const at = place ? line.wishes.findIndex((wish) => isSamePlace(wish, place)) : -1;
  return [{ ...line, place, rank, gone, wish: at === -1 ? null : at + 1 }];
}
