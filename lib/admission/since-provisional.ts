import { prisma } from "@/lib/platform/prisma";
import type { Board } from "./board";
import type { Difference } from "./moves";
import { hasPlace, storedList } from "./published";
import type { Round } from "./round";

/** For whom the allotment gives another place by now than the provisional list that was published (admission 6). */
export async function changedSinceProvisional(
  round: Pick<Round, "id">,
  { lines }: Board,
): Promise<Difference[]> {
  const { provisional } = await prisma().round.findUniqueOrThrow({
    where: { id: round.id },
    select: { provisional: true },
  });
  const published = new Map(storedList(provisional)?.lines.map((line) => [line.reference, line]));
  return lines.flatMap(({ reference, student, place: to }) => {
    const line = published.get(reference);
    const from =
      line && hasPlace(line) ? { specialityId: line.specialityId, syllabusId: line.syllabusId } : null;
    const isSame = from?.specialityId === to?.specialityId && from?.syllabusId === to?.syllabusId;
    return isSame ? [] : [{ reference, student, from, to }];
  });
}
