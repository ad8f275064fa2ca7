import { isSamePlace } from "@/lib/decisions/places/limits";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { type Board, type BoardRow, type DrawnEntry, readDrawnRound } from "./board";
import { hasPlace, type PublishedRow, parsePublishedList } from "./published";
import type { Round } from "./round";

/**
 * What a final round has given, as it is written: worked out anew, those whom it has placed would count among the places
 * that were given before it.
 */
export async function readFinalBoard(actor: Actor, round: Round): Promise<Board> {
  requirePermission(actor, "read");
  const { entries, ...drawn } = await readDrawnRound(prisma(), round);
  const { final, places } = await prisma().round.findUniqueOrThrow({
    where: { id: round.id },
    select: { final: true, places: true },
  });
  const written = new Map(parsePublishedList(final)?.lines.map((line) => [line.reference, line]));
  return {
    ...drawn,
    lines: entries.flatMap((entry) => toBoardRows(entry, written.get(entry.reference))),
    limits: drawn.limits.map((limit) => {
      const given = places.find((one) => !one.leftOut && isSamePlace(one, limit))?.given ?? limit.given;
      return { ...limit, given, free: limit.places - given };
    }),
  };
}

function toBoardRows(entry: DrawnEntry, written: PublishedRow | undefined): BoardRow[] {
  if (!written) return [];
  const { specialityId, syllabusId, rank, gone } = written;
  const place = hasPlace(written) ? { specialityId, syllabusId } : null;
  const at = place ? entry.wishes.findIndex((wish) => isSamePlace(wish, place)) : -1;
  const moved = entry.move !== undefined && !gone;
  return [{ ...entry, place, rank, gone, moved, choice: at === -1 ? null : at + 1 }];
}
