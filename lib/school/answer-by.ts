import { type Day, dayIn, dayOf, daysAfter } from "@/lib/platform/dates";
import type { Settings } from "./settings";

/** The day by which a family hears from the school what it asks for at an instant. */
export const answerBy = (asked: Date, { time_zone, answer_within_days }: Settings): Day =>
  daysAfter(dayIn(time_zone, asked), answer_within_days);

/** The day that a family was promised: as it was said then or, of what came before that was kept, as it is said now. */
export const promisedBy = (
  { answerBy: promised, createdAt }: { answerBy: Date | null; createdAt: Date },
  school: Settings,
): Day => (promised ? dayOf(promised) : answerBy(createdAt, school));
