"use server";

import { runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import type { FormAction } from "@/components/forms/action-state";
import { getNotificationTime } from "@/lib/decisions/notifications/preview";
import { scheduleList, unscheduleList } from "@/lib/decisions/notifications/verbs";
import { parseNotificationForm } from "./parse-notification-form";

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
