"use server";

import { z } from "zod";
import { optionalInteger, parseForm } from "@/app/[locale]/_lib/parse-form";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import { parseSchoolTime } from "@/app/[locale]/desk/(year)/tell/parse-school-time";
import type { FormAction } from "@/components/forms/action-state";
import { getNotificationTime } from "@/lib/decisions/notifications/preview";
import { scheduleList, unscheduleList } from "@/lib/decisions/notifications/verbs";
import { DomainError } from "@/lib/people/verb";

const text = z.string().default("");

const notificationSchema = z.object({
  year: text,
  day: text,
  time: text,
  /** The previewed number, and the typed one. */
  count: optionalInteger.transform((count = 0) => count),
  typed: text,
});

/**
 * `at` is undefined for now.
 * @throws DomainError
 */
async function parseNotificationForm(form: FormData) {
  const { year: named, ...said } = parseForm(form, notificationSchema);
  const [at, { years }] = await Promise.all([parseSchoolTime(said.day, said.time), getSelectedYear(named)]);
  if (at === "wrong" || (at && at < new Date())) throw new DomainError({ field: "day", code: "invalid" });
  const year = years.find(({ id }) => String(id) === named)?.id;
  if (year === undefined) throw new DomainError({ code: "place_unknown" });
  return { ...said, year, at };
}

/** Leads to the preview, for now or a time in the school's time zone. */
export const previewListAction: FormAction = async (_, form) =>
  runAsStaff(form, async () => {
    const { year, day, time } = await parseNotificationForm(form);
    return { goTo: `/desk/tell/check?${new URLSearchParams({ year: String(year), day, time })}` };
  });

/** Schedules exactly the previewed list. */
export const scheduleListAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const { year, at, count, typed } = await parseNotificationForm(form);
    await scheduleList({ year, at: getNotificationTime(at, new Date()), shown: { count, typed } }, actor);
    return { goTo: `/desk/tell?year=${year}&said=listTold` };
  });

export const unscheduleListAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const { year } = await parseNotificationForm(form);
    await unscheduleList({ year }, actor);
    return { goTo: `/desk/tell?year=${year}&said=listHeld` };
  });
