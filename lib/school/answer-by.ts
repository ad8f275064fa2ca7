import { type Day, dayIn, daysAfter } from "@/lib/platform/dates";
import type { Settings } from "./settings";

/** The day by which a family hears from the school what it asked for at an instant. */
export const answerBy = (asked: Date, { time_zone, answer_within_days }: Settings): Day =>
  daysAfter(dayIn(time_zone, asked), answer_within_days);
