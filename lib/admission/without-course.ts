import { getYearStudies } from "@/lib/decisions/place";
import type { Place } from "@/lib/decisions/places/limits";
import type { Board, BoardRow } from "./board";
import { createPairCheck } from "./frozen";
import type { Round } from "./round";

type Standing = Pick<Board, "limits">;

/** Whether a place names no course of a speciality whose courses have limits of their own. */
const needsCourse = ({ limits }: Standing, { specialityId, syllabusId }: Place): boolean =>
  syllabusId === null &&
  limits.some((limit) => limit.specialityId === specialityId && limit.syllabusId !== null);

/** Those with a place that takes the speciality's limit alone where its pairs are limited (admission 3). */
export const listMissingCourses = (board: Board): BoardRow[] =>
  board.lines.filter(({ place }) => place !== null && needsCourse(board, place));

/** Somebody's wishes as the head may give them: with each course where the wish names none and should. */
export async function listPossiblePlaces(
  board: Standing,
  { schoolYearId }: Pick<Round, "schoolYearId">,
  { wishes }: Pick<BoardRow, "wishes">,
): Promise<Place[]> {
  const [{ syllabi }, isOffered] = await Promise.all([getYearStudies(schoolYearId), createPairCheck(schoolYearId)]);
  const withCourses = ({ specialityId }: Place) =>
    syllabi.map(({ id: syllabusId }) => ({ specialityId, syllabusId })).filter(isOffered);
  return wishes.flatMap((wish) => (needsCourse(board, wish) ? withCourses(wish) : [wish]));
}
