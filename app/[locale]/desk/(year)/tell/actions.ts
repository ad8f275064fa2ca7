"use server";

import { z } from "zod";
import { optionalInteger, optionalText, parseForm } from "@/app/[locale]/_lib/parse-form";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { parseSchoolTime } from "@/app/[locale]/desk/(year)/tell/parse-school-time";
import { getNotificationTime } from "@/lib/decisions/notifications/preview";
import { scheduleList, unscheduleList } from "@/lib/decisions/notifications/verbs";
import { DomainError } from "@/lib/people/verb";

const notificationSchema = z.object({
  year: optionalText,
  day: optionalText,
  time: optionalText,
  /** The previewed number, and the typed one. */
  count: optionalInteger.transform((count = 0) => count),
  typed: optionalText,
});

/**
 * `at` is undefined for now.
 * @throws DomainError
 */
async function parseNotificationForm(form: FormData) {
  const { year: raw, ...input } = parseForm(form, notificationSchema);
  const [at, { years }] = await Promise.all([parseSchoolTime(input.day, input.time), getSelectedYear(raw)]);
  if (at === "wrong" || (at && at < new Date())) throw new DomainError({ field: "day", code: "invalid" });
  const year = years.find(({ id }) => String(id) === raw)?.id;
  if (year === undefined) throw new DomainError({ code: "place_unknown" });
  return { ...input, year, at };
}

/** Leads to the preview, for now or a time in the school's time zone. */
export const previewListAction = createStaffAction(async (_, form) => {
  const { year, day, time } = await parseNotificationForm(form);
  return { redirect: `/desk/tell/check?${new URLSearchParams({ year: String(year), day, time })}` };
});

/** Schedules exactly the previewed list. */
export const scheduleListAction = createStaffAction(async ({ actor }, form) => {
  const { year, at, count, typed } = await parseNotificationForm(form);
  await scheduleList({ year, at: getNotificationTime(at, new Date()), shown: { count, typed } }, actor);
  return { redirect: `/desk/tell?year=${year}&said=listTold` };
});

export const unscheduleListAction = createStaffAction(async ({ actor }, form) => {
  const { year } = await parseNotificationForm(form);
  await unscheduleList({ year }, actor);
  return { redirect: `/desk/tell?year=${year}&said=listHeld` };
});
