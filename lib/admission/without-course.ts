import { yearPlaces } from "@/lib/decisions/place";
import type { Place } from "@/lib/decisions/places/limits";
import type { Board, BoardLine } from "./board";
import { pairsOffered } from "./frozen";
import type { Round } from "./round";

type Standing = Pick<Board, "limits">;

/** Whether a place names no course of a speciality whose courses have limits of their own. */
const needsCourse = ({ limits }: Standing, { specialityId, syllabusId }: Place): boolean =>
  syllabusId === null &&
  limits.some((limit) => limit.specialityId === specialityId && limit.syllabusId !== null);

/** Those with a place that takes the speciality's limit alone where its pairs are limited (admission 3). */
export const withoutCourse = (board: Board): BoardLine[] =>
  board.lines.filter(({ place }) => place !== null && needsCourse(board, place));

/** Somebody's wishes as the head may give them: with each course where the wish names none and should. */
export async function waysOf(
  board: Standing,
  { schoolYearId }: Pick<Round, "schoolYearId">,
  { wishes }: Pick<BoardLine, "wishes">,
): Promise<Place[]> {
  const [{ syllabi }, isOffered] = await Promise.all([yearPlaces(schoolYearId), pairsOffered(schoolYearId)]);
  const withCourses = ({ specialityId }: Place) =>
    syllabi.map(({ id: syllabusId }) => ({ specialityId, syllabusId })).filter(isOffered);
  return wishes.flatMap((wish) => (needsCourse(board, wish) ? withCourses(wish) : [wish]));
}
