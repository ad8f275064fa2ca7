import { prisma } from "@/lib/platform/prisma";
import type { Board } from "./board";
import type { PlaceChange } from "./moves";
import { hasPlace, parsePublishedList } from "./published";
import type { Round } from "./round";

/** For whom the allotment gives another place by now than the provisional list that was published (admission 6). */
export async function listChangesAfterProvisional(
  round: Pick<Round, "id">,
  { lines }: Board,
): Promise<PlaceChange[]> {
  const { provisional } = await prisma().round.findUniqueOrThrow({
    where: { id: round.id },
    select: { provisional: true },
  });
  const published = new Map(parsePublishedList(provisional)?.lines.map((line) => [line.reference, line]));
  return lines.flatMap(({ reference, student, place: to }) => {
    const line = published.get(reference);
    const from =
      line && hasPlace(line) ? { specialityId: line.specialityId, syllabusId: line.syllabusId } : null;
    const isSame = from?.specialityId === to?.specialityId && from?.syllabusId === to?.syllabusId;
    return isSame ? [] : [{ reference, student, from, to }];
  });
}
