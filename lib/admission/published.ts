import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { getYearStudies } from "@/lib/decisions/place";
import type { Place } from "@/lib/decisions/places/limits";
import type { Board } from "./board";

const id = z.number().nullable();

const published = z.object({
  /** In the order of points and draw; by reference alone. */
  lines: z.array(
    z.object({
      reference: z.string(),
      total: z.number(),
      specialityId: id,
      syllabusId: id,
      /** On the list of the first wish, where there is no place. */
      rank: id,
      gone: z.boolean(),
    }),
  ),
  /** What the places were called. */
  names: z.record(z.string(), z.string()),
  places: z.number(),
  moved: z.number(),
});

/** A list as it is published: it stays what it was when a catalogue's names change. */
export type PublishedList = z.output<typeof published>;

export type PublishedRow = PublishedList["lines"][number];

/** What would be published of a board. */
export async function createPublishedList(board: Board, schoolYearId: number): Promise<PublishedList> {
  const lines = board.lines.map(({ reference, total, place, rank, gone }) => ({
    reference,
    total,
    specialityId: place?.specialityId ?? null,
    syllabusId: place?.syllabusId ?? null,
    rank,
    gone,
  }));
  const { specialities, syllabi } = await getYearStudies(schoolYearId);
  const named = [
    ...specialities.map(({ id, name }) => [`speciality ${id}`, name] as const),
    ...syllabi.map(({ id, name }) => [`syllabus ${id}`, name] as const),
  ];
  const used = new Set(
    lines.flatMap(({ specialityId, syllabusId }) => [`speciality ${specialityId}`, `syllabus ${syllabusId}`]),
  );
  return {
    lines,
    names: Object.fromEntries(named.filter(([key]) => used.has(key))),
    places: lines.filter(hasPlace).length,
    moved: board.lines.filter(({ move }) => move).length,
  };
}

export const hasPlace = ({ specialityId, syllabusId }: Place): boolean =>
  specialityId !== null || syllabusId !== null;

/** A place's name as it was published. */
export const getPublishedName = (
  { names }: Pick<PublishedList, "names">,
  { specialityId, syllabusId }: Place,
): string =>
  [names[`speciality ${specialityId}`], names[`syllabus ${syllabusId}`]].filter(Boolean).join(", ");

/** What was stored as one. */
export const parsePublishedList = (json: Prisma.JsonValue): PublishedList | undefined =>
  json === null ? undefined : published.parse(json);
