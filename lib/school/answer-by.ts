import { type Day, toLocalDay, toDay, addDays } from "@/lib/platform/dates";
import type { Settings } from "./settings";

/** The day by which a family hears from the school what it asks for at an instant. */
export const getAnswerDeadline = (asked: Date, { time_zone, answer_within_days }: Settings): Day =>
  addDays(toLocalDay(time_zone, asked), answer_within_days);

/** The day that a family was promised: as it was said then or, of what came before that was kept, as it is said now. */
export const getPromisedDay = (
  { answerBy: promised, createdAt }: { answerBy: Date | null; createdAt: Date },
  school: Settings,
): Day => (promised ? toDay(promised) : getAnswerDeadline(createdAt, school));
